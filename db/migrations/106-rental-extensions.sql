-- A renter asks to keep the car for longer, for a price, and the owner or the office answers.

create table rental_extensions (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders (id),
  end_day date not null,
  days integer not null check (days between 1 and 90),
  price_cents bigint not null check (price_cents > 0),
  tax_cents bigint not null check (tax_cents >= 0),
  commission_cents bigint not null check (commission_cents between 0 and price_cents),
  asked_at timestamptz not null default now(),
  answer text check (answer in ('accepted', 'declined', 'withdrawn')),
  answered_at timestamptz,
  answered_by text check (answered_by in ('buyer', 'seller', 'admin')),
  answerer_id bigint,
  constraint rental_extensions_are_answered_by_somebody check (
    (answer is null) = (answered_at is null) and (answer is null) = (answered_by is null) and (answer is null) = (answerer_id is null)
    and (answer = 'withdrawn') = (answered_by = 'buyer'))
);

comment on table rental_extensions is
  'Requests of renters to keep a car for longer. An accepted one has moved the end of the booking, and its price is an item of the plan.';
comment on column rental_extensions.end_day is 'The day after the last day that the renter asks for, as in payments.';
comment on column rental_extensions.commission_cents is 'Our part of the price by the terms of the order.';
comment on column rental_extensions.answerer_id is 'The user or the administrator who answered.';

create index rental_extensions_of_order on rental_extensions (order_id);
create unique index rental_extensions_open on rental_extensions (order_id) where answer is null;

create function guard_rental_extension() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.answer is not null or new.answer is null
    or (new.order_id, new.end_day, new.days, new.price_cents, new.tax_cents, new.commission_cents, new.asked_at)
      is distinct from (old.order_id, old.end_day, old.days, old.price_cents, old.tax_cents, old.commission_cents, old.asked_at) then
    raise exception 'a request to extend a rental is answered once' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

comment on function guard_rental_extension() is 'Refuses to change anything about a request to extend a rental except to answer it, once.';

create trigger rental_extensions_are_guarded before update or delete on rental_extensions
  for each row execute function guard_rental_extension();

comment on trigger rental_extensions_are_guarded on rental_extensions is
  'Refuses to change anything about a request to extend a rental except to answer it, once.';

alter table plan_items
  drop constraint plan_items_kind_check,
  add constraint plan_items_kind_check check (kind in ('deposit', 'balance', 'charge', 'transport', 'extension')) not valid;
