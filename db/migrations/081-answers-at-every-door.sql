-- What the import rules said about the cars of an order after it was paid for: when a consignee, a trade term or a sailing named a country.

alter table payments add column destination_not_said boolean not null default false;
alter table payment_destinations
  add column buying_for_quote jsonb check (jsonb_typeof(buying_for_quote) = 'object' and buying_for_quote -> 'verdict' ->> 'light' <> 'red');

comment on column payments.destination_not_said is 'Whether the buyer was asked where the car goes, and paid without saying it.';
comment on column payment_destinations.buying_for_quote is
  'The same answer as quote for the country in buying_for_country, if it is another one. A car that is prohibited there as well is refused.';

create table order_destinations (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders (id),
  cause text not null check (cause in ('consignee', 'trade_term', 'sailing')),
  country text not null check (country ~ '^[A-Z]{2}$'),
  light text not null check (light in ('green', 'amber', 'red')),
  shown_light text check (shown_light in ('green', 'amber', 'red')),
  rules_version integer not null references import_rule_versions (version),
  assessed_on date not null,
  quote jsonb not null check (jsonb_typeof(quote) = 'object'),
  listing_id bigint not null generated always as ((quote ->> 'listingId')::bigint) stored,
  buying_for text check (length(buying_for) between 1 and 200),
  buying_for_country text check (buying_for_country ~ '^[A-Z]{2}$'),
  buying_for_quote jsonb check (jsonb_typeof(buying_for_quote) = 'object' and buying_for_quote -> 'verdict' ->> 'light' <> 'red'),
  created_at timestamptz not null default now(),
  constraint red_is_acknowledged check (light <> 'red' or buying_for_country is not null),
  constraint buying_for_has_country check (buying_for is null or buying_for_country is not null)
);
create index order_destinations_of_order on order_destinations (order_id, created_at);

comment on table order_destinations is
  'Whether the cars of an order may be imported in a country that was named after the payment, with what it costs landed, as of that time. Never changes.';
comment on column order_destinations.cause is 'What named the country: the consignee, the trade term, or the port of a sailing.';
comment on column order_destinations.light is 'The verdict of the server.';
comment on column order_destinations.shown_light is 'The light that the buyer saw; null if the browser did not say.';
comment on column order_destinations.quote is 'As in payment_destinations.';
comment on column order_destinations.buying_for is
  'The person or purpose that the buyer named in spite of a prohibition; null if none, or once erased.';
comment on column order_destinations.buying_for_quote is 'As in payment_destinations.';

-- The generated column is null in the new row that a trigger sees before the update.
create or replace function guard_payment_destination() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.buying_for is null
    and to_jsonb(new) - array['buying_for', 'listing_id'] = to_jsonb(old) - array['buying_for', 'listing_id']
  then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end
$$;

create trigger order_destinations_stay before update or delete on order_destinations
  for each row execute function guard_payment_destination();
create trigger order_destinations_are_never_emptied before truncate on order_destinations
  for each statement execute function refuse_change();

comment on trigger order_destinations_stay on order_destinations is
  'Refuses to change or delete rows. Only the name in buying_for may be erased.';
comment on trigger order_destinations_are_never_emptied on order_destinations is 'Refuses to truncate the table.';

create view import_answers as
  select p.order_id, d.listing_id, 'payment' as cause, d.country, d.light, d.shown_light, d.quote, d.buying_for, d.buying_for_country,
    d.created_at
  from payment_destinations d join payments p on p.id = d.payment_id
  where p.order_id is not null
  union all
  select order_id, listing_id, cause, country, light, shown_light, quote, buying_for, buying_for_country, created_at
  from order_destinations;

comment on view import_answers is 'Every answer of the import rules about a car of an order, at the payment and later.';
