-- A line of a bank statement is matched in parts, also to money that is no buyer's. What staff record of the bank by hand waits in transit for its line.

alter table ledger_entries
  drop constraint ledger_entries_kind_check,
  add constraint ledger_entries_kind_check check (kind in (
    'capture', 'refund', 'refund failed', 'earned', 'cash', 'handover',
    'shortfall', 'refund due', 'refund due undone', 'invoice', 'credit note', 'paid invoice',
    'unidentified', 'identified', 'match undone', 'bank fee', 'provider payout', 'line matched',
    'payout', 'payout sent', 'payout undone',
    'security taken', 'security returned', 'security used', 'charges',
    'frozen', 'released', 'claim decided', 'price reduced', 'deducted',
    'dispute', 'dispute lost', 'transport', 'transport bill')) not valid;

alter table ledger_lines
  drop constraint ledger_lines_account_check,
  add constraint ledger_lines_account_check check (account in (
    'gateway', 'bank', 'bank_in_transit', 'cash', 'card_terminal', 'payouts_in_transit', 'receivable', 'billed_not_received',
    'deposits', 'security_deposits', 'refunds_due', 'seller_payable', 'tax_payable', 'fees_to_pass_on', 'unidentified_receipts',
    'earnings', 'cancellation_kept', 'bank_fees', 'card_fees', 'interest', 'capital', 'expenses',
    'frozen', 'seller_receivable', 'disputed_at_provider', 'dispute_fees', 'chargeback_loss')) not valid;

-- A line can be split among several orders, so several payments can come from it.
alter table payments drop constraint payments_statement_line_id_key;

alter table bookings add column withdrawn_at timestamptz;

comment on column bookings.withdrawn_at is
  'When the match of the transfer that had made it was undone. Then it never was a booking: nobody sees it, and its order waits for a transfer again.';

alter table line_matches
  add column cents bigint check (cents <> 0),
  add column approved_by bigint references admins (id),
  add constraint line_matches_two_people check (approved_by <> matched_by) not valid,
  drop constraint line_matches_kind_check,
  add constraint line_matches_kind_check check (kind in (
    'order', 'fee', 'provider_payout', 'refund', 'payout', 'return', 'set_aside', 'transport_bill',
    'card_terminal', 'cash', 'cash_return', 'tax', 'passed_on', 'drawing', 'interest', 'capital', 'expense')) not valid,
  drop constraint match_has_its_target,
  add constraint match_has_its_target check (
    case kind
      when 'order' then order_id is not null and payment_id is not null
      when 'refund' then payment_id is not null
      when 'payout' then payout_id is not null
      when 'return' then other_line_id is not null
      when 'transport_bill' then order_id is not null
      when 'cash_return' then order_id is not null
      else order_id is null and payment_id is null
    end
    and (kind in ('order', 'refund') or payment_id is null)
    and (kind = 'payout' or payout_id is null) and (kind = 'return' or other_line_id is null)) not valid,
  drop constraint match_has_its_reason,
  add constraint match_has_its_reason check (
    reason is not null
    or not (payer_differs or kind in ('set_aside', 'transport_bill', 'tax', 'passed_on', 'drawing', 'capital', 'expense'))) not valid;

comment on table line_matches is
  'What a line of a statement, or a part of it, was matched to. Append-only; an undone match has a row in line_match_undos.';
comment on column line_matches.cents is 'The part of the line, with its sign. Null for matches of a whole line from before migration 087.';
comment on column line_matches.n is 'Counts the matches of a line, also those that were undone. Set by a trigger.';
comment on column line_matches.approved_by is 'The second person, for our own money above the limit.';
comment on column line_matches.reason is 'Why somebody else paid, why the line was set aside, or what the money was for.';

create or replace view live_line_matches as
  select m.id, m.line_id, m.n, m.kind, m.order_id, m.payment_id, m.payout_id, m.other_line_id, m.fee_cents, m.payer_differs, m.reason,
    m.matched_by, m.matched_at, coalesce(m.cents, l.cents) as cents, m.approved_by
  from line_matches m left join statement_lines l on l.id = m.line_id
  where not exists (select 1 from line_match_undos u where u.match_id = m.id);

comment on view live_line_matches is 'Matches that were not undone. Those of a line never come to more than its amount.';

create view line_rests as
  select l.id as line_id, l.cents - coalesce(sum(m.cents), 0)::bigint as cents,
    coalesce(sum(m.cents) filter (where m.kind = 'set_aside'), 0)::bigint as set_aside_cents
  from statement_lines l left join live_line_matches m on m.line_id = l.id group by l.id;

comment on view line_rests is 'What is left of each line of a statement to match, and what of it was set aside.';

create function matched_alone_today(person bigint) returns bigint language sql stable as $$
  select coalesce(-sum(cents), 0)::bigint from live_line_matches
  where matched_by = person and kind in ('fee', 'cash', 'transport_bill', 'passed_on', 'tax', 'drawing', 'interest', 'capital', 'expense') and cents < 0
    and matched_at > now() - interval '1 day' and approved_by is null
$$;

comment on function matched_alone_today(bigint) is
  'What one person within a day matched, without a second person, to outgoing money that is no buyer''s and no seller''s.';

create or replace function number_line_match() returns trigger language plpgsql as $$
declare
  line_cents bigint;
  left_cents bigint;
begin
  select cents into line_cents from statement_lines where id = new.line_id for no key update;
  select line_cents - coalesce(sum(cents), 0) into left_cents from live_line_matches where line_id = new.line_id;
  -- A process from before migration 087 matches whole lines.
  if new.cents is null and left_cents = line_cents then new.cents := line_cents; end if;
  if new.cents is null or sign(new.cents) <> sign(line_cents) or abs(new.cents) > abs(left_cents) then
    raise exception 'only % cents of line % are left to match', left_cents, new.line_id using errcode = 'unique_violation';
  end if;
  if new.approved_by is not null then
    if not is_approved('line match', new.matched_by, new.approved_by,
      jsonb_build_object('line', new.line_id, 'kind', new.kind, 'cents', new.cents)) then
      raise exception 'nobody has approved matching % cents', new.cents using errcode = 'insufficient_privilege';
    end if;
  elsif new.cents < 0 and new.kind in ('fee', 'cash', 'transport_bill', 'passed_on', 'tax', 'drawing', 'interest', 'capital', 'expense') then
    perform from admins where id = new.matched_by for no key update;
    if matched_alone_today(new.matched_by) - new.cents
      > (select payout_limit_cents from order_terms order by version desc limit 1) then
      raise exception 'matching % cents needs a second person', new.cents using errcode = 'check_violation';
    end if;
  end if;
  select count(*) + 1 into new.n from line_matches where line_id = new.line_id;
  return new;
end
$$;

comment on function number_line_match() is
  'Numbers the matches of a line. Refuses more than is left of the line, payments of our own by which one person alone exceeds the limit of payouts '
  'within a day, and a second person who did not approve it. Locks the line and the person.';
