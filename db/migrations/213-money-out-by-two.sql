-- Money out takes two people if it goes to another person than the one who paid, if it rests on a claim that one person made alone, or above the limit
-- of one person within a day, whoever asked for it.

alter table refund_transfers
  add column approved_by bigint references admins (id),
  add constraint refund_transfers_two_people check (approved_by <> admin_id);

comment on column refund_transfers.approved_by is
  'The second person, if one person alone could not send it. Null for transfers from before migration 213.';

create function is_same_account(one text, other text) returns boolean language sql immutable as $$
  select a <> '' and b <> '' and (a = b or length(b) >= 6 and a like '%' || b or length(a) >= 6 and b like '%' || a)
  from (select ltrim(regexp_replace(upper(normalize(one, nfkc)), '[^A-Z0-9]', '', 'g'), '0') as a,
    ltrim(regexp_replace(upper(normalize(other, nfkc)), '[^A-Z0-9]', '', 'g'), '0') as b) folded
$$;

comment on function is_same_account(text, text) is
  'Whether two numbers are of one account. Banks state an IBAN, or only the number of the account at its end. The same rule as in '
  'src/features/bookkeeping/bank-statements/model/party-name.ts.';

create function goes_to_payer(of_payment bigint, to_account bigint) returns boolean language sql stable as $$
  select coalesce(bool_and(case
    when coalesce(l.counterparty_account, '') <> '' and a.account <> '' then is_same_account(l.counterparty_account, a.account)
    else coalesce(l.counterparty, '') <> '' and not m.payer_differs end), true)
  from sources_of_payment(of_payment) s join line_matches m on m.id = s.match_id join statement_lines l on l.id = m.line_id
    left join payout_accounts a on a.id = to_account
$$;

comment on function goes_to_payer(bigint, bigint) is
  'Whether the bank named the holder of an account as the one who paid: by the number of the account or, if it named none, by the name of the buyer. '
  'True for money without a line, which no person matched.';

create function rests_on_one_claim(of_payment bigint) returns boolean language sql stable as $$
  select exists (
    select from sources_of_payment(of_payment) s join line_matches m on m.id = s.match_id join statement_lines l on l.id = m.line_id
    where lone_importer(l.statement_id) is not null)
  or (select count(*) from refunds r where r.payment_id = of_payment and r.failed_at is not null and left_by_transfer(r.id))
    > (select count(*) from live_line_matches m join statement_lines l on l.id = m.line_id
       where m.kind = 'refund_return' and m.payment_id = of_payment and lone_importer(l.statement_id) is null)
$$;

comment on function rests_on_one_claim(bigint) is
  'Whether the money of a transfer is owed on the word of one person: nobody confirmed the statement by which it came, or one by which a refund of it '
  'came back, also if no line brought that refund back.';

create function sent_alone_today(person bigint) returns bigint language sql stable as $$
  select coalesce(sum(r.amount_cents), 0)::bigint from refund_transfers t join refunds r on r.id = t.refund_id
  where t.admin_id = person and t.approved_by is null and r.approved_by is null and t.sent_at > now() - interval '1 day'
$$;

comment on function sent_alone_today(bigint) is
  'What a person recorded within a day as sent to buyers and payers without a second person, whoever asked for it. Refunds that two people asked for do '
  'not count.';

create function why_refund_needs_two(refund bigint, to_account bigint, person bigint) returns text language sql stable as $$
  select case
    when to_account is not null and not goes_to_payer(r.payment_id, to_account) then 'other_payer'
    when rests_on_one_claim(r.payment_id) then 'one_claim'
    when r.approved_by is null and r.amount_cents + coalesce(sent_alone_today(person), 0)
      > (select refund_limit_cents from order_terms order by version desc limit 1) then 'limit'
    end
  from refunds r where r.id = refund
$$;

comment on function why_refund_needs_two(bigint, bigint, bigint) is
  'Why a second person has to approve that a refund is sent by transfer; null if one person may send it. to_account: null for the account that the '
  'money came from. person: null for a line of a statement.';

create or replace function guard_refund_transfer() returns trigger language plpgsql as $$
declare
  asked record;
  in_force bigint;
  why text;
begin
  select r.amount_cents, r.done_at, r.failed_at, p.method, p.statement_line_id, p.user_id into asked
    from refunds r join payments p on p.id = r.payment_id where r.id = new.refund_id;
  if asked.method is distinct from 'bank_transfer' or asked.done_at is not null or asked.failed_at is not null then
    raise exception 'refund % is no transfer that waits', new.refund_id using errcode = 'restrict_violation';
  end if;
  in_force = payout_account_in_force(asked.user_id);
  if new.account_id is not null and new.account_id is distinct from in_force then
    raise exception 'account % is not the one of the buyer', new.account_id using errcode = 'restrict_violation';
  end if;
  if new.payer_line_id is not null then
    if in_force is not null then
      raise exception 'the buyer has entered an account' using errcode = 'restrict_violation';
    end if;
    if new.payer_line_id is distinct from asked.statement_line_id
      or not exists (select 1 from statement_lines where id = new.payer_line_id and counterparty_account <> '') then
      raise exception 'line % does not name the account of the payer', new.payer_line_id using errcode = 'restrict_violation';
    end if;
  end if;
  if new.approved_by is not null then
    if not is_approved('refund sent', new.admin_id, new.approved_by, jsonb_strip_nulls(jsonb_build_object(
      'refund', new.refund_id, 'cents', asked.amount_cents, 'account', new.account_id))) then
      raise exception 'nobody has approved sending refund %', new.refund_id using errcode = 'insufficient_privilege';
    end if;
    return new;
  end if;
  if new.admin_id is not null then perform from admins where id = new.admin_id for no key update; end if;
  why = why_refund_needs_two(new.refund_id, new.account_id, new.admin_id);
  if why is not null then
    raise exception 'one person sends % cents: %', asked.amount_cents, why using errcode = 'check_violation';
  end if;
  return new;
end
$$;

comment on function guard_refund_transfer() is
  'Refuses a transfer that goes elsewhere than to the account of the buyer in force or, without one, to the payer that the bank named. Refuses that one '
  'person alone sends money to another person than the payer, money that rests on one claim, or more than the limit within a day. Locks the person, so '
  'that two transfers wait for each other.';
comment on function sent_to_payers_today(bigint) is 'Only processes from before migration 213 call it.';

create or replace function has_counted_money(of_order bigint) returns boolean language sql stable as $$
  select exists (
    select from allocations
    where order_id = of_order and (cash_receipt_id is not null or security_move_id is not null) having coalesce(sum(cents), 0) > 0)
  or exists (
    select from matches_paying(of_order) p join line_matches m on m.id = p.match_id join statement_lines l on l.id = m.line_id
    where lone_importer(l.statement_id) is not null or m.payer_differs and m.approved_by is null)
$$;

comment on function has_counted_money(bigint) is
  'Whether money that one person counts as received pays for the order: taken in person, also as a security deposit; matched of a statement that nobody '
  'confirmed; or a transfer of somebody else than the buyer.';
comment on function counted_payout_needs_two_people() is
  'Refuses a part of a payout that one person makes alone, if money of its order rests on the word of one person (has_counted_money).';
comment on trigger counted_payouts_need_two_people on payout_orders is
  'Refuses money that rests on the word of one person in a payout of one person.';

create function cash_return_needs_two(of_order bigint, by_method text) returns boolean language sql stable as $$
  select exists (
    select from cash_receipts c where c.order_id = of_order and c.approved_by is null and (by_method <> 'cash' or c.method <> 'cash')
      and (select coalesce(sum(a.cents), 0) from allocations a where a.cash_receipt_id = c.id) > 0)
$$;

comment on function cash_return_needs_two(bigint, text) is
  'Whether returning money of an order turns what one person alone recorded as taken into money of another account. Cash that is returned as cash does '
  'not.';

create function cash_return_of_one_claim() returns trigger language plpgsql as $$
begin
  if new.approved_by is null and cash_return_needs_two(new.order_id, new.method) then
    raise exception 'returning % cents that one person counted needs a second person', new.cents using errcode = 'check_violation';
  end if;
  return new;
end
$$;

comment on function cash_return_of_one_claim() is
  'Refuses that one person returns money that one person alone recorded as taken, unless both were cash. Otherwise a receipt over nothing would become '
  'money of the bank.';

create trigger cash_returns_of_one_claim before insert on cash_returns
  for each row execute function cash_return_of_one_claim();

comment on trigger cash_returns_of_one_claim on cash_returns is 'Refuses that one person turns one receipt into money of another account.';
