-- A line that names another person than the one whom its money goes to, or came back from, is matched only by two people. Otherwise one person could
-- send money to an own account at the bank, and match the line to a refund, a payout, or a transfer of a customer that looks returned.

comment on column line_matches.payer_differs is
  'Whether the bank names another person than the buyer or, of money that went back or was paid out, than the payee. Then a reason is required.';

create function line_of_other_needs_two_people() returns trigger language plpgsql as $$
begin
  raise exception 'a % by a line that names another person needs a second person', new.kind using errcode = 'check_violation';
end
$$;

comment on function line_of_other_needs_two_people() is
  'Refuses that one person matches a line to a refund, a payout, returned cash or a returned transfer if the bank names another person.';

create trigger line_matches_of_others_need_two_people before insert on line_matches
  for each row when (new.payer_differs and new.approved_by is null and new.kind in ('refund', 'refund_return', 'cash_return', 'payout', 'return'))
  execute function line_of_other_needs_two_people();

comment on trigger line_matches_of_others_need_two_people on line_matches is
  'Refuses that one person alone says that money went to, or came back from, another person than the bank names.';

create or replace function number_line_match() returns trigger language plpgsql as $$
declare
  line statement_lines;
  left_cents bigint;
  alone_cents bigint := 0;
  is_second boolean;
  proposed jsonb;
begin
  select * into line from statement_lines where id = new.line_id for no key update;
  select line.cents - coalesce(sum(cents), 0) into left_cents from live_line_matches where line_id = new.line_id;
  -- Processes from before migration 087 send no amount and match whole lines.
  if new.cents is null and left_cents = line.cents then new.cents := line.cents; end if;
  if new.cents is null or sign(new.cents) <> sign(line.cents) or abs(new.cents) > abs(left_cents) then
    raise exception 'only % of line % are left to match', left_cents, new.line_id using errcode = 'unique_violation';
  end if;
  perform check_foreign_match(new, line);
  is_second := is_second_side(new.kind, line.currency, new.cents, new.other_line_id);
  if is_second then
    if not exists (select from live_line_matches m where m.line_id = new.other_line_id and m.other_line_id = new.line_id) then
      raise exception 'the other side of a conversion is matched first' using errcode = 'check_violation';
    end if;
  elsif new.usd_cents is not null then
    alone_cents := abs(new.usd_cents);
  elsif new.cents < 0 and new.kind in ('fee', 'cash', 'transport_bill', 'passed_on', 'tax', 'drawing', 'interest', 'capital', 'expense') then
    alone_cents := -new.cents;
  elsif new.kind in ('provider_payout', 'card_terminal', 'refund_return') then
    alone_cents := new.fee_cents;
  end if;
  if new.approved_by is not null then
    -- A conversion and a return are proposed once for both of their lines.
    proposed := case when is_second
      then jsonb_build_object('line', new.other_line_id, 'kind', new.kind, 'usd', coalesce(-new.usd_cents, -new.cents), 'other_line', new.line_id)
      when new.kind = 'return' and new.cents > 0
      then jsonb_build_object('line', new.other_line_id, 'kind', new.kind, 'cents', -new.cents, 'other_line', new.line_id)
      else jsonb_build_object('line', new.line_id, 'kind', new.kind, 'cents', new.cents, 'usd', new.usd_cents, 'order', new.order_id,
        'other_line', new.other_line_id, 'payout', new.payout_id, 'fee', case when new.kind <> 'payout' then nullif(new.fee_cents, 0) end,
        'payment', case when new.kind in ('refund', 'refund_return') then new.payment_id end) end;
    if not is_approved('line match', new.matched_by, new.approved_by, jsonb_strip_nulls(proposed)) then
      raise exception 'nobody has approved matching %', new.cents using errcode = 'insufficient_privilege';
    end if;
  elsif is_off_rate(new, line) then
    raise exception 'a value of % cents differs from the exchange rate, so it needs a second person', new.usd_cents using errcode = 'check_violation';
  elsif is_off_fee(new.kind, new.cents, new.fee_cents) then
    raise exception 'a fee of % cents needs a second person', new.fee_cents using errcode = 'check_violation';
  elsif alone_cents > 0 then
    perform from admins where id = new.matched_by for no key update;
    if matched_alone_today(new.matched_by) + alone_cents
      > (select payout_limit_cents from order_terms order by version desc limit 1) then
      raise exception 'matching % needs a second person', new.cents using errcode = 'check_violation';
    end if;
  end if;
  select count(*) + 1 into new.n from line_matches where line_id = new.line_id;
  return new;
end
$$;
