-- Fees that providers kept count for the limits of one person and are compared with what the provider owes. Money of unconfirmed statements also
-- counts for the limit of each order, together with money taken in person.

create function is_off_fee(of_kind text, of_cents bigint, of_fee bigint) returns boolean language sql stable as $$
  select of_fee > 0 and of_kind in ('provider_payout', 'card_terminal') and (
    of_fee * 4 > of_cents + of_fee
    or of_cents + of_fee > (
      select coalesce(sum(debit_cents + credit_cents), 0) from account_sums
      where account = case of_kind when 'card_terminal' then 'card_terminal' else 'gateway' end))
$$;

comment on function is_off_fee(text, bigint, bigint) is
  'Whether a fee that a payment provider or the card terminal kept is more than a quarter of what it settled, or the whole is more than it owes us. '
  'Such a fee needs a second person.';

create or replace function matched_alone_today(person bigint) returns bigint language sql stable as $$
  select coalesce(sum(
    case when usd_cents is not null then abs(usd_cents)
      when cents < 0 and kind in ('fee', 'cash', 'transport_bill', 'passed_on', 'tax', 'drawing', 'interest', 'capital', 'expense') then -cents
      else 0 end
    + case when kind in ('provider_payout', 'card_terminal', 'refund_return') then fee_cents else 0 end), 0)::bigint
  from live_line_matches
  where matched_by = person and matched_at > now() - interval '1 day' and approved_by is null
    and not is_second_side(kind, currency, cents, other_line_id)
$$;

comment on function matched_alone_today(bigint) is
  'What one person matched within a day without a second person: payments of our own, values of lines in other currencies, conversions, and fees that '
  'providers and banks kept.';

create or replace function imported_alone_today(person bigint) returns bigint language sql stable as $$
  select coalesce(sum(abs(coalesce(m.usd_cents, m.cents)) + m.fee_cents), 0)::bigint
  from line_matches m join statement_lines l on l.id = m.line_id
  where m.matched_at > now() - interval '1 day' and m.kind not in ('return', 'set_aside') and lone_importer(l.statement_id) = person
$$;

comment on function imported_alone_today(bigint) is
  'What was matched within a day, by anybody, of statements that this person imported and nobody else confirmed: in US dollars, in and out together, '
  'with fees. An undone match counts, because otherwise one line could pay many orders in turn.';

create function sources_of_payment(of_payment bigint) returns table (match_id bigint) language sql stable as $$
  with recursive source (payment_id) as (
    select of_payment
    union
    select m.from_payment_id from money_moves m join source s on s.payment_id = m.to_payment_id)
  select m.id from source s join line_matches m on m.payment_id = s.payment_id
  where m.kind = 'order' and not exists (select from line_match_undos u where u.match_id = m.id)
$$;

comment on function sources_of_payment(bigint) is
  'The matches by which the money of a payment came, also if it was moved between orders since then.';

create function matches_paying(of_order bigint) returns table (match_id bigint) language sql stable as $$
  select distinct s.match_id
  from (select payment_id from allocations where order_id = of_order and payment_id is not null group by 1 having sum(cents) > 0) p
    cross join lateral sources_of_payment(p.payment_id) s
$$;

comment on function matches_paying(bigint) is 'The matches by which the transfers came that pay for an order now.';

create function counted_of_order(of_order bigint) returns bigint language sql stable as $$
  select (select coalesce(sum(cents), 0) from cash_receipts where approved_by is null and order_id = of_order)::bigint + (
    select coalesce(sum(abs(coalesce(m.usd_cents, m.cents))), 0) from matches_paying(of_order) p
      join line_matches m on m.id = p.match_id join statement_lines l on l.id = m.line_id
    where lone_importer(l.statement_id) is not null)::bigint
$$;

comment on function counted_of_order(bigint) is
  'Money of an order that rests on the word of one person: taken in person without a second person, or matched of statements that nobody confirmed.';

create or replace function counted_alone(of_order bigint, person bigint) returns bigint language sql stable as $$
  select greatest(counted_of_order(of_order), counted_today(person))
$$;

comment on function counted_alone(bigint, bigint) is
  'Money that rests on the word of one person: that of the order, or all that counts for the person within a day, whichever is more.';

create or replace function limit_unconfirmed_match() returns trigger language plpgsql as $$
declare
  importer bigint;
  added bigint := abs(coalesce(new.usd_cents, new.cents)) + new.fee_cents;
begin
  select lone_importer(statement_id) into importer from statement_lines where id = new.line_id;
  if importer is null then return new; end if;
  perform from admins where id = importer for no key update;
  if added + greatest(counted_today(importer), case when new.kind = 'order' then counted_of_order(new.order_id) else 0 end)
    > (select cash_limit_cents from order_terms order by version desc limit 1) then
    raise exception 'a second person has to confirm the statement of line %', new.line_id
      using errcode = 'check_violation', constraint = 'statement_is_confirmed';
  end if;
  return new;
end
$$;

comment on function limit_unconfirmed_match() is
  'Refuses a match of a statement that nobody confirmed, if the money of a day or of the order that rests on the word of one person would exceed the '
  'limit. Locks the importer, so that two matches wait for each other.';
comment on column order_terms.cash_limit_cents is
  'What one person may record as taken in person, of an order and within a day, together with what was matched of statements that they imported and '
  'nobody confirmed. More needs a second person. The newest version counts.';

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
    -- A conversion is proposed once for both of its lines.
    proposed := case when is_second
      then jsonb_build_object('line', new.other_line_id, 'kind', new.kind, 'usd', coalesce(-new.usd_cents, -new.cents), 'other_line', new.line_id)
      else jsonb_build_object('line', new.line_id, 'kind', new.kind, 'cents', new.cents, 'usd', new.usd_cents, 'order', new.order_id,
        'other_line', new.other_line_id, 'fee', nullif(new.fee_cents, 0), 'payment', case when new.kind = 'refund_return' then new.payment_id end) end;
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

comment on function number_line_match() is
  'Numbers the matches of a line. Refuses more than is left of the line; payments of our own, fees, conversions and values of lines in other '
  'currencies by which one person alone exceeds the limit of payouts within a day; a value that one person alone sets far from the exchange rate, or a '
  'fee that is too large or that nobody owes; and a second person who did not approve it. Locks the line and the person.';
