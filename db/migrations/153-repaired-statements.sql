-- Repairs to matches of bank statements and to what follows from them.

create or replace function matched_alone_today(person bigint) returns bigint language sql stable as $$
  select coalesce(sum(coalesce(abs(usd_cents), -cents)), 0)::bigint from live_line_matches
  where matched_by = person and matched_at > now() - interval '1 day' and approved_by is null and (
    usd_cents is not null or cents < 0 and kind in ('fee', 'cash', 'transport_bill', 'passed_on', 'tax', 'drawing', 'interest', 'capital', 'expense'))
$$;

comment on function matched_alone_today(bigint) is
  'What one person within a day matched without a second person, in cents of US dollars: outgoing money that is no buyer''s and no seller''s, and '
  'values that the person gave to lines in other currencies, also by choosing the line in dollars of a conversion.';

create or replace function check_foreign_match(added line_matches, line statement_lines) returns void language plpgsql as $$
declare
  other statement_lines;
begin
  select * into other from statement_lines where id = added.other_line_id;
  if added.kind = 'conversion' and (added.cents <> line.cents or sign(other.cents) = sign(line.cents) or (other.currency = 'USD') = (line.currency = 'USD')) then
    raise exception 'a conversion is a line in dollars and one in another currency, in opposite directions' using errcode = 'check_violation';
  end if;
  if added.kind = 'conversion' and abs(other.booked_on - line.booked_on) > 7 then
    raise exception 'the sides of a conversion are booked within a week' using errcode = 'check_violation';
  end if;
  if added.kind = 'return' and (other.account, other.currency) is distinct from (line.account, line.currency) then
    raise exception 'lines of two accounts do not cancel each other' using errcode = 'check_violation';
  end if;
  if line.currency = 'USD' then
    if added.usd_cents is not null then raise exception 'a line in dollars has its value' using errcode = 'check_violation'; end if;
  elsif added.kind not in ('order', 'fee', 'cash', 'tax', 'drawing', 'interest', 'capital', 'expense', 'conversion', 'return', 'set_aside') then
    raise exception 'a line in % cannot be a %', line.currency, added.kind using errcode = 'check_violation';
  elsif added.kind in ('return', 'set_aside') then
    if added.usd_cents is not null then raise exception 'a % moves nothing', added.kind using errcode = 'check_violation'; end if;
  elsif added.usd_cents is null or sign(added.usd_cents) <> sign(line.cents) or added.kind = 'conversion' and added.usd_cents <> -other.cents then
    raise exception 'a line in % needs its value in dollars', line.currency using errcode = 'check_violation';
  end if;
end
$$;

comment on function check_foreign_match(line_matches, statement_lines) is
  'Refuses a match of a line in another currency without its value in US dollars, or of a kind that such lines cannot have, '
  'and a conversion of lines that are no pair.';

create or replace function number_line_match() returns trigger language plpgsql as $$
declare
  line statement_lines;
  left_cents bigint;
  alone_cents bigint;
  proposed jsonb;
begin
  select * into line from statement_lines where id = new.line_id for no key update;
  select line.cents - coalesce(sum(cents), 0) into left_cents from live_line_matches where line_id = new.line_id;
  -- A process from before migration 087 matches whole lines.
  if new.cents is null and left_cents = line.cents then new.cents := line.cents; end if;
  if new.cents is null or sign(new.cents) <> sign(line.cents) or abs(new.cents) > abs(left_cents) then
    raise exception 'only % of line % are left to match', left_cents, new.line_id using errcode = 'unique_violation';
  end if;
  perform check_foreign_match(new, line);
  if new.usd_cents is not null then
    alone_cents := abs(new.usd_cents);
  elsif new.cents < 0 and new.kind in ('fee', 'cash', 'transport_bill', 'passed_on', 'tax', 'drawing', 'interest', 'capital', 'expense') then
    alone_cents := -new.cents;
  end if;
  if new.approved_by is not null then
    -- A conversion is proposed once for both of its lines, by the one in another currency.
    proposed := case when new.kind = 'conversion' and line.currency = 'USD'
      then jsonb_build_object('line', new.other_line_id, 'kind', new.kind, 'usd', -new.cents, 'other_line', new.line_id)
      else jsonb_build_object('line', new.line_id, 'kind', new.kind, 'cents', new.cents, 'usd', new.usd_cents, 'order', new.order_id,
        'other_line', new.other_line_id) end;
    if not is_approved('line match', new.matched_by, new.approved_by, jsonb_strip_nulls(proposed)) then
      raise exception 'nobody has approved matching %', new.cents using errcode = 'insufficient_privilege';
    end if;
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
  'Numbers the matches of a line. Refuses more than is left of the line, payments of our own, conversions and values of lines in other '
  'currencies by which one person alone exceeds the limit of payouts within a day, and a second person who did not approve it. Locks the line and the person.';

create or replace function left_by_transfer(refund bigint) returns boolean language sql stable as $$
  select exists (select from refund_transfers t where t.refund_id = refund) or exists (
    select from refunds r join live_line_matches m on m.kind = 'refund_return' and m.payment_id = r.payment_id
    where r.id = refund and m.cents + m.fee_cents = r.amount_cents)
$$;

comment on function left_by_transfer(bigint) is
  'Whether a refund was sent by transfer, also if the bank returned it. Of refunds from before migration 111, which have no row of their transfer, the '
  'match of the line that brought them back says so.';
