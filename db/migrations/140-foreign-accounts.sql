-- Statements of our bank accounts in other currencies. Their lines keep their own currency, and their matches carry a value in US dollars.

create table foreign_accounts (
  account text not null check (length(account) between 4 and 34),
  currency char(3) not null check (currency ~ '^[A-Z]{3}$' and currency <> 'USD'),
  added_by bigint not null references admins (id),
  added_at timestamptz not null default now(),
  primary key (account, currency)
);

comment on table foreign_accounts is
  'Our bank accounts in currencies other than US dollars. They appear on no document. One account can have several currencies. Append-only.';

create trigger foreign_accounts_stay before update or delete or truncate on foreign_accounts
  for each statement execute function refuse_change();

comment on trigger foreign_accounts_stay on foreign_accounts is 'Refuses to change, delete or truncate accounts.';

alter table statement_mappings add column currency char(3) not null default 'USD' check (currency ~ '^[A-Z]{3}$');

comment on column statement_mappings.currency is 'The currency of the account, because tables do not always name it.';

alter table bank_statements
  drop constraint bank_statements_account_number_to_on_key,
  add constraint a_statement_is_stored_once unique (account, currency, number, to_on);

alter table statement_lines add column currency char(3) not null default 'USD';

comment on table statement_lines is
  'Entries that the bank booked, each once however often it is imported. Each in US dollars has a ledger entry that moves the bank account. Append-only.';
comment on column statement_lines.currency is 'The currency of the account and of all amounts of the line.';
comment on column statement_lines.cents is 'In the smallest unit of the currency. Positive: came in. Negative: went out.';
comment on column bank_statements.opening_cents is 'In the smallest unit of the currency. Null if the file states no balances.';

alter table ledger_lines
  drop constraint ledger_lines_account_check,
  add constraint ledger_lines_account_check check (account in (
    'gateway', 'bank', 'bank_in_transit', 'foreign_accounts', 'cash', 'card_terminal', 'payouts_in_transit', 'receivable', 'billed_not_received',
    'deposits', 'security_deposits', 'refunds_due', 'seller_payable', 'tax_payable', 'fees_to_pass_on', 'unidentified_receipts',
    'earnings', 'cancellation_kept', 'bank_fees', 'card_fees', 'exchange_difference', 'interest', 'capital', 'expenses',
    'frozen', 'seller_receivable', 'disputed_at_provider', 'dispute_fees', 'chargeback_loss')) not valid;

alter table line_matches
  add column usd_cents bigint check (usd_cents <> 0),
  drop constraint line_matches_kind_check,
  add constraint line_matches_kind_check check (kind in (
    'order', 'fee', 'provider_payout', 'refund', 'refund_return', 'payout', 'return', 'conversion', 'set_aside', 'transport_bill',
    'card_terminal', 'cash', 'cash_return', 'tax', 'passed_on', 'drawing', 'interest', 'capital', 'expense')) not valid,
  drop constraint match_has_its_target,
  add constraint match_has_its_target check (
    case kind
      when 'order' then order_id is not null and payment_id is not null
      when 'refund' then payment_id is not null
      when 'refund_return' then payment_id is not null
      when 'payout' then payout_id is not null
      when 'return' then other_line_id is not null
      when 'conversion' then other_line_id is not null
      when 'transport_bill' then order_id is not null
      when 'cash_return' then order_id is not null
      else order_id is null and payment_id is null
    end
    and (kind in ('order', 'refund', 'refund_return') or payment_id is null)
    and (kind = 'payout' or payout_id is null) and (kind in ('return', 'conversion') or other_line_id is null)) not valid;

comment on column line_matches.usd_cents is
  'The value of a part of a line in another currency, in cents of US dollars with the sign of the line. Null for lines in US dollars, and for '
  'lines that are set aside or cancel each other.';
comment on column line_matches.other_line_id is
  'Of a return, the line with the opposite amount. Of a conversion, the line on the other account.';

create or replace view live_line_matches as
  select m.id, m.line_id, m.n, m.kind, m.order_id, m.payment_id, m.payout_id, m.other_line_id, m.fee_cents, m.payer_differs, m.reason,
    m.matched_by, m.matched_at, coalesce(m.cents, l.cents) as cents, m.approved_by, m.usd_cents, l.currency
  from line_matches m left join statement_lines l on l.id = m.line_id
  where not exists (select 1 from line_match_undos u where u.match_id = m.id);

create view foreign_balances as
  select a.account, a.currency, coalesce(m.usd_cents, 0)::bigint as matched_usd_cents, coalesce(m.settled, 0)::bigint as settled_usd_cents,
    coalesce(b.held, 0)::bigint as held_usd_cents, coalesce(b.difference, 0)::bigint as difference_usd_cents
  from foreign_accounts a
  cross join lateral (
    select sum(usd_cents) as usd_cents, (array_agg(usd_up_to order by id desc) filter (where cents_up_to = 0))[1] as settled
    from (
      select m.id, m.usd_cents, sum(m.cents) over (order by m.id) as cents_up_to, sum(m.usd_cents) over (order by m.id) as usd_up_to
      from statement_lines l join live_line_matches m on m.line_id = l.id
      where l.account = a.account and l.currency = a.currency and m.usd_cents is not null
    ) as m
  ) as m
  cross join lateral (
    select sum(b.cents) filter (where b.account = 'foreign_accounts') as held,
      sum(b.cents) filter (where b.account = 'exchange_difference') as difference
    from statement_lines l join ledger_entries e on e.source = 'statement line' and e.source_id = l.id
      join ledger_lines b on b.entry_id = e.id and b.account in ('foreign_accounts', 'exchange_difference')
    where l.account = a.account and l.currency = a.currency
  ) as b;

comment on view foreign_balances is
  'What the matches of each account in another currency are worth in US dollars: all of them, and those up to the last one with which nothing was on '
  'the account, so that their dollars are the exchange difference. And what the ledger has of both.';

create or replace function matched_alone_today(person bigint) returns bigint language sql stable as $$
  select coalesce(sum(coalesce(abs(usd_cents), -cents)), 0)::bigint from live_line_matches
  where matched_by = person and matched_at > now() - interval '1 day' and approved_by is null and (
    usd_cents is not null or cents < 0 and kind in ('fee', 'cash', 'transport_bill', 'passed_on', 'tax', 'drawing', 'interest', 'capital', 'expense'))
$$;

comment on function matched_alone_today(bigint) is
  'What one person within a day matched without a second person, in cents of US dollars: outgoing money that is no buyer''s and no seller''s, and '
  'values that the person gave to lines in other currencies, also by choosing the line in dollars of a conversion.';

create function check_foreign_match(added line_matches, line statement_lines) returns void language plpgsql as $$
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
