-- Values of lines in other currencies are compared with the published exchange rates, and money moves between two accounts in other currencies.

create index import_rule_rows_rates on import_rule_rows ((record ->> 'currency'), (record ->> 'date')) where list = 'rates';

create function rate_near(of_currency text, on_day date, out per_usd numeric, out rate_on text) language sql stable as $$
  select (record ->> 'perUsd')::numeric, record ->> 'date' from import_rule_rows rate
  where list = 'rates' and record ->> 'currency' = of_currency and record ->> 'date' between (on_day - 7)::text and (on_day + 7)::text
    and not exists (select from import_rule_rows later where later.list = 'rates' and later.supersedes = rate.id)
  order by abs((record ->> 'date')::date - on_day), record ->> 'date' limit 1
$$;

comment on function rate_near(text, date) is
  'The published exchange rate of the day nearest to a day, at most a week before or after: units for one US dollar, and its day. Null if there is none.';

create function decimals_of(currency text) returns integer language sql immutable as $$
  select case
    when currency in ('BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'VND', 'VUV', 'XAF', 'XOF', 'XPF') then 0
    when currency in ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') then 3
    else 2 end
$$;

comment on function decimals_of(text) is 'The decimals of a currency by ISO 4217, as in src/lib/i18n/currency.ts.';

create function is_off_value(cents bigint, expected numeric) returns boolean language sql immutable as $$
  select (abs(cents - round(expected)) - 1) * 100 > 5 * round(expected)
$$;

comment on function is_off_value(bigint, numeric) is
  'Whether a value differs by more than 5% and a cent from the one that is expected. The same rule as in src/features/bank-statements/model/rate-check.ts.';

create function is_off_rate(added line_matches, line statement_lines) returns boolean language plpgsql stable as $$
declare
  other statement_lines;
  rate record;
begin
  if added.usd_cents is null then return false; end if;
  select * into other from statement_lines where id = added.other_line_id;
  if added.kind = 'conversion' and other.currency = line.currency
    and is_off_value(least(abs(other.cents), abs(line.cents)), greatest(abs(other.cents), abs(line.cents))) then return true; end if;
  select * into rate from rate_near(line.currency, line.booked_on);
  return coalesce(is_off_value(abs(added.usd_cents), abs(added.cents) / (10 ^ decimals_of(line.currency))::numeric / rate.per_usd * 100), false);
end
$$;

comment on function is_off_rate(line_matches, statement_lines) is
  'Whether the value of a line in another currency is far from what the published exchange rate says, or both sides of a transfer in one currency differ. '
  'False without a rate.';

create function is_second_side(of_kind text, of_currency text, of_cents bigint, of_other bigint) returns boolean language sql stable as $$
  select of_kind = 'conversion' and (of_currency = 'USD' or of_cents > 0 and (select currency <> 'USD' from statement_lines where id = of_other))
$$;

comment on function is_second_side(text, text, bigint, bigint) is
  'Whether a match is the side of a conversion that follows from the other one: the line in US dollars or, of two in other currencies, the one that came in.';

create or replace function matched_alone_today(person bigint) returns bigint language sql stable as $$
  select coalesce(sum(coalesce(abs(usd_cents), -cents)), 0)::bigint from live_line_matches
  where matched_by = person and matched_at > now() - interval '1 day' and approved_by is null and (
    usd_cents is not null or cents < 0 and kind in ('fee', 'cash', 'transport_bill', 'passed_on', 'tax', 'drawing', 'interest', 'capital', 'expense'))
    and not is_second_side(kind, currency, cents, other_line_id)
$$;

comment on column line_matches.other_line_id is
  'Of a return, the line with the opposite amount. Of a conversion, the line on our other account.';

create or replace function check_foreign_match(added line_matches, line statement_lines) returns void language plpgsql as $$
declare
  other statement_lines;
begin
  select * into other from statement_lines where id = added.other_line_id;
  if added.kind = 'conversion' and (added.cents <> line.cents or sign(other.cents) = sign(line.cents) or other.currency = 'USD' and line.currency = 'USD'
    or (other.account, other.currency) = (line.account, line.currency)) then
    raise exception 'a conversion is two lines in opposite directions, of two accounts, and at most one in dollars' using errcode = 'check_violation';
  end if;
  if added.kind = 'conversion' and abs(other.booked_on - line.booked_on) > 7 then
    raise exception 'the sides of a conversion are booked within a week' using errcode = 'check_violation';
  end if;
  if added.kind = 'conversion' and exists (select from live_line_matches m where m.line_id = other.id and m.other_line_id = line.id
    and m.usd_cents + added.usd_cents <> 0) then
    raise exception 'both sides of a conversion have the same value' using errcode = 'check_violation';
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
  elsif added.usd_cents is null or sign(added.usd_cents) <> sign(line.cents)
    or added.kind = 'conversion' and other.currency = 'USD' and added.usd_cents <> -other.cents then
    raise exception 'a line in % needs its value in dollars', line.currency using errcode = 'check_violation';
  end if;
end
$$;

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
  end if;
  if new.approved_by is not null then
    -- A conversion is proposed once for both of its lines.
    proposed := case when is_second
      then jsonb_build_object('line', new.other_line_id, 'kind', new.kind, 'usd', coalesce(-new.usd_cents, -new.cents), 'other_line', new.line_id)
      else jsonb_build_object('line', new.line_id, 'kind', new.kind, 'cents', new.cents, 'usd', new.usd_cents, 'order', new.order_id,
        'other_line', new.other_line_id) end;
    if not is_approved('line match', new.matched_by, new.approved_by, jsonb_strip_nulls(proposed)) then
      raise exception 'nobody has approved matching %', new.cents using errcode = 'insufficient_privilege';
    end if;
  elsif is_off_rate(new, line) then
    raise exception 'a value of % cents differs from the exchange rate, so it needs a second person', new.usd_cents using errcode = 'check_violation';
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
  'Numbers the matches of a line. Refuses more than is left of the line; payments of our own, conversions and values of lines in other '
  'currencies by which one person alone exceeds the limit of payouts within a day; a value that one person alone sets far from the exchange rate; and a '
  'second person who did not approve it. Locks the line and the person.';
