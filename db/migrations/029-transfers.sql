-- Orders paid by bank transfer: what the payer writes on it, what may be missing from it, and which line of a statement it was.

alter table order_terms
  add column hold_days integer not null default 3 check (hold_days between 1 and 30),
  add column tolerance_cents integer not null default 2500 check (tolerance_cents between 0 and 100000),
  add column tolerance_bps integer not null default 200 check (tolerance_bps between 0 and 1000);

comment on column order_terms.hold_days is 'Business days for which a car is held for a bank transfer.';
comment on column order_terms.tolerance_cents is
  'What may be missing from a transfer because banks kept it; also at most tolerance_bps of the amount that was due.';
comment on column order_terms.tolerance_bps is 'The same limit in hundredths of a percent of the amount that was due.';

create function order_reference(id bigint) returns text language plpgsql immutable strict as $$
declare
  alphabet constant text := '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  n bigint := (id * 9301877 + 5323211) % 16777216;
  digits bigint[] := array[10 + (n >> 20), n >> 15 & 31, n >> 10 & 31, n >> 5 & 31, n & 31];
  digit bigint;
  reference text := 'CQ-';
begin
  digits := digits || (digits[1] + digits[2] * 3 + digits[3] * 5 + digits[4] * 7 + digits[5] * 9) % 32;
  foreach digit in array digits loop
    reference := reference || substr(alphabet, 1 + digit::integer, 1);
  end loop;
  return reference;
end
$$;

comment on function order_reference(bigint) is
  'What a payer writes on a transfer for an order: CQ- and 6 characters of Crockford base 32, the last of which checks the '
  'others. The first one is a letter, so that no order number is also a reference. Distinct for 16,777,216 orders.';

alter table orders
  add column reference text not null generated always as (order_reference(id)) stored,
  add constraint orders_reference_key unique (reference);

comment on column orders.reference is 'What the buyer writes on a bank transfer.';

alter table payments
  add column statement_line_id bigint unique,
  drop constraint payments_check,
  add constraint payments_check check (listing_id is null or (
    offer is not null and price_cents > 0 and tax_cents >= 0 and fee_cents >= 0
    and total_cents = price_cents + tax_cents + fee_cents
    and (amount_cents <= total_cents or method = 'bank_transfer')));

comment on column payments.statement_line_id is 'The line of a bank statement with which a transfer arrived.';

create or replace view order_money as
  select o.id as order_id,
    (select coalesce(sum(i.amount_cents), 0) from plan_items i where i.order_id = o.id and i.version = o.plan_version)
      as owed_cents,
    (select coalesce(sum(a.cents), 0) from allocations a where a.order_id = o.id and a.kind = 'money') as received_cents,
    (select coalesce(sum(a.cents), 0) from allocations a where a.order_id = o.id and a.kind = 'shortfall') as shortfall_cents
  from orders o;

comment on view order_money is
  'What each order costs by its plan, what was received and not given back, and what banks kept and we bear.';
