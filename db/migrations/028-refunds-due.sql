-- Refunds that were asked for and not sent yet leave the deposits: 'owes less' and 'money went back' are two acts.

comment on column ledger_entries.kind is
  'refund due: asked to be refunded, out of the deposit · refund due undone: back to the deposit, because the refund failed or '
  'was made elsewhere.';

-- Refunds that wait for the provider now. What they lack in the deposits was refunded at the provider meanwhile.
create temporary table waiting on commit drop as
  select r.payment_id, p.order_id, r.attempt, r.amount_cents,
    coalesce(sum(r.amount_cents) over (
      partition by coalesce(p.order_id, -p.id) order by p.id rows between unbounded preceding and 1 preceding), 0) as before_cents,
    (select coalesce(-sum(l.cents), 0) from ledger_lines l join ledger_entries e on e.id = l.entry_id
      where l.account = 'deposits' and (e.payment_id = p.id or e.order_id = p.order_id)) as deposit_cents
  from refunds r join payments p on p.id = r.payment_id
  where r.done_at is null and r.failed_at is null;

with entry as (
  insert into ledger_entries (payment_id, order_id, kind, reference)
  select payment_id, order_id, 'refund due', '0' from waiting where deposit_cents > before_cents returning id, payment_id
)
insert into ledger_lines (entry_id, account, cents)
select entry.id, line.account, line.sign * least(w.amount_cents, w.deposit_cents - w.before_cents)
from entry join waiting w on w.payment_id = entry.payment_id,
  (values ('deposits', 1), ('refunds_due', -1)) as line (account, sign);
