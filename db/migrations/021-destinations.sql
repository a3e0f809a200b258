-- What the import rules said about a car when it was paid for.

create table payment_destinations (
  payment_id bigint primary key references payments (id),
  country text not null check (country ~ '^[A-Z]{2}$'),
  light text not null check (light in ('green', 'amber', 'red')),
  shown_light text check (shown_light in ('green', 'amber', 'red')),
  rules_version integer not null references import_rule_versions (version),
  assessed_on date not null,
  quote jsonb not null check (jsonb_typeof(quote) = 'object'),
  buying_for text check (length(buying_for) between 1 and 200),
  buying_for_country text check (buying_for_country ~ '^[A-Z]{2}$'),
  created_at timestamptz not null default now(),
  constraint red_is_acknowledged check (light <> 'red' or buying_for_country is not null),
  constraint buying_for_has_country check (buying_for is null or buying_for_country is not null)
);

comment on table payment_destinations is
  'Where the car of a payment goes: whether it may be imported there and what it costs landed, as of the payment. Inserted with the payment; never changes.';
comment on column payment_destinations.light is 'The verdict of the server at the payment.';
comment on column payment_destinations.shown_light is 'The light that the buyer saw before paying; null if the browser did not say.';
comment on column payment_destinations.assessed_on is 'The day that the rules were applied to: the expected arrival, or the day of the payment.';
comment on column payment_destinations.quote is
  'Facts of the car, verdict with reasons, landed cost, exchange rates and the ids of all rule rows it rests on, as in landed-cost/model/import-quote.ts.';
comment on column payment_destinations.buying_for is
  'The person or purpose that the buyer named in spite of a prohibition; null if none, or once erased with the account.';

create function guard_payment_destination() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.buying_for is null and to_jsonb(new) - 'buying_for' = to_jsonb(old) - 'buying_for' then
    return new;
  end if;
  raise exception 'payment_destinations is append-only' using errcode = 'insufficient_privilege';
end
$$;

comment on function guard_payment_destination() is 'Refuses changes and deletions, except erasing for whom the car was bought.';

create trigger payment_destinations_stay before update or delete on payment_destinations
  for each row execute function guard_payment_destination();
create trigger payment_destinations_are_never_emptied before truncate on payment_destinations
  for each statement execute function refuse_change();

comment on trigger payment_destinations_stay on payment_destinations is
  'Refuses to change or delete rows. Only the name in buying_for may be erased.';
comment on trigger payment_destinations_are_never_emptied on payment_destinations is 'Refuses to truncate the table.';
