-- Orders: what a buyer owes for cars, what was received for it, and how the order went.

create table order_terms (
  version integer primary key,
  requires_balance boolean not null,
  commission_bps integer not null check (commission_bps between 0 and 5000),
  balance_days integer not null check (balance_days between 0 and 365),
  grace_days integer not null check (grace_days between 0 and 365),
  reason text not null check (length(reason) between 1 and 500),
  made_by bigint references admins (id),
  made_at timestamptz not null default now()
);

comment on table order_terms is
  'The rules of orders. Each order keeps the version that was in force when it was made. A change is a new version.';
comment on column order_terms.requires_balance is 'Whether an order can be completed only when nothing is owed.';
comment on column order_terms.commission_bps is
  'Our commission in hundredths of a percent of the price of a car. The seller''s price includes it.';
comment on column order_terms.balance_days is 'Days from the booking of a car for sale until the balance is due.';
comment on column order_terms.grace_days is 'Days after the due date until an unpaid sale is canceled and its car is released.';

insert into order_terms (version, requires_balance, commission_bps, balance_days, grace_days, reason) values
  (1, false, 0, 0, 0, 'Bookings made before there were orders.'),
  (2, true, 500, 7, 7, 'The terms of a new installation.');

create trigger order_terms_stay before update or delete or truncate on order_terms
  for each statement execute function refuse_change();

comment on trigger order_terms_stay on order_terms is 'Refuses to change, delete or truncate terms.';

create table orders (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  offer text not null check (offer in ('Sell', 'Rent')),
  life text not null check (life in ('held', 'active', 'completed', 'cancelled')),
  terms_version integer not null references order_terms (version),
  plan_version integer not null default 1,
  currency char(3) not null default 'USD',
  reminded smallint not null default 0,
  remind_at timestamptz,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  check ((ended_at is not null) = (life in ('completed', 'cancelled')))
);

comment on table orders is 'What a buyer has ordered: one or several cars of one offer.';
comment on column orders.life is
  'held: waiting for a bank transfer · active: booked · completed: handed over · cancelled. Money is never part of it: it '
  'is computed from plan_items and allocations. Changed only together with a row in order_moves.';
comment on column orders.plan_version is 'The version of plan_items that applies.';
comment on column orders.reminded is 'How many reminders of an unpaid amount were sent.';
comment on column orders.remind_at is 'When a worker next looks whether an amount is due; null when it need not.';

create index orders_of_user on orders (user_id, created_at desc, id desc);
create index orders_newest on orders (created_at desc, id desc) include (life, offer);
create index orders_to_remind on orders (remind_at) where remind_at is not null;

create table order_cars (
  order_id bigint not null references orders (id),
  listing_id bigint not null references listings (id),
  seller_id bigint not null references users (id),
  booking_id bigint unique references bookings (id),
  price_cents bigint not null check (price_cents > 0),
  tax_cents bigint not null check (tax_cents >= 0),
  fee_cents bigint not null check (fee_cents >= 0),
  total_cents bigint not null check (total_cents = price_cents + tax_cents + fee_cents),
  commission_cents bigint not null check (commission_cents between 0 and price_cents),
  sells boolean not null,
  primary key (order_id, listing_id)
);

comment on table order_cars is 'The cars of an order with their amounts when it was made. Of a rental, for all days together.';
comment on column order_cars.commission_cents is 'Our part of the price by the terms of the order.';
comment on column order_cars.sells is 'Whether the order sells this car: of an order for sale that is not cancelled.';

create unique index one_order_sells_a_car on order_cars (listing_id) where sells;
create index orders_of_listing on order_cars (listing_id);
create index orders_of_seller on order_cars (seller_id);

create table order_moves (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders (id),
  from_life text,
  to_life text not null,
  actor text not null check (actor in ('buyer', 'seller', 'admin', 'system')),
  actor_id bigint,
  reason text not null check (length(reason) between 1 and 500),
  at timestamptz not null default now()
);

comment on table order_moves is 'Every change of the life of an order: who, when and why. Append-only.';

create index order_moves_of_order on order_moves (order_id, id);
create trigger order_moves_stay before update or delete or truncate on order_moves
  for each statement execute function refuse_change();

comment on trigger order_moves_stay on order_moves is 'Refuses to change, delete or truncate moves.';

create table plan_items (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders (id),
  version integer not null default 1,
  position smallint not null,
  kind text not null check (kind in ('deposit', 'balance')),
  amount_cents bigint not null check (amount_cents > 0),
  due_at timestamptz not null,
  unique (order_id, version, position)
);

comment on table plan_items is 'The payment plan of an order. Append-only: a changed plan is a new version.';

create trigger plan_items_stay before update or delete or truncate on plan_items
  for each statement execute function refuse_change();

comment on trigger plan_items_stay on plan_items is 'Refuses to change, delete or truncate items.';

alter table payments
  add column order_id bigint references orders (id),
  add column plan_item_id bigint references plan_items (id),
  add constraint payments_of_plan check (plan_item_id is null or (order_id is not null and listing_id is null));

comment on column payments.order_id is 'The order that the payment is for; null until a deposit is captured.';
comment on column payments.plan_item_id is 'What a later payment of an order pays; null for the payment that books a car.';

create index payments_of_order on payments (order_id) where order_id is not null;

create table cash_receipts (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders (id),
  key text not null unique check (length(key) between 8 and 60),
  method text not null check (method in ('cash', 'card', 'transfer')),
  cents bigint not null check (cents > 0),
  note text not null default '' check (length(note) <= 500),
  admin_id bigint not null references admins (id),
  at timestamptz not null default now()
);

comment on table cash_receipts is 'Money that staff took in person, for example at the pick-up of a rental. Append-only.';
comment on column cash_receipts.key is 'Generated by the browser. A repeated call with the same key is the same receipt.';
comment on column cash_receipts.method is 'card: by a terminal in the office · transfer: seen on the account by staff.';

create index cash_receipts_of_order on cash_receipts (order_id);
create trigger cash_receipts_stay before update or delete or truncate on cash_receipts
  for each statement execute function refuse_change();

comment on trigger cash_receipts_stay on cash_receipts is 'Refuses to change, delete or truncate receipts.';

create table allocations (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders (id),
  plan_item_id bigint references plan_items (id),
  cents bigint not null check (cents <> 0),
  payment_id bigint references payments (id),
  cash_receipt_id bigint references cash_receipts (id),
  at timestamptz not null default now(),
  check (num_nonnulls(payment_id, cash_receipt_id) = 1)
);

comment on table allocations is
  'Which received money pays which item of a plan. Append-only: money that goes back to the buyer is a negative row.';
comment on column allocations.plan_item_id is 'Null for money beyond what was owed.';

create index allocations_of_order on allocations (order_id);
create index allocations_of_payment on allocations (payment_id) where payment_id is not null;
create trigger allocations_stay before update or delete or truncate on allocations
  for each statement execute function refuse_change();

comment on trigger allocations_stay on allocations is 'Refuses to change, delete or truncate allocations.';

create view order_money as
  select o.id as order_id,
    (select coalesce(sum(i.amount_cents), 0) from plan_items i where i.order_id = o.id and i.version = o.plan_version)
      as owed_cents,
    (select coalesce(sum(a.cents), 0) from allocations a where a.order_id = o.id) as received_cents
  from orders o;

comment on view order_money is 'What each order costs by its plan, and what was received and not given back.';

-- The ledger learns entries that belong to an order, more accounts, and amounts per seller.

alter table ledger_entries
  alter column payment_id drop not null,
  add column order_id bigint references orders (id),
  add column source text check (source in ('order', 'cash receipt')),
  add column source_id bigint,
  drop constraint ledger_entries_kind_check,
  add constraint ledger_entries_kind_check check (kind in (
    'capture', 'refund', 'refund failed', 'earned', 'cash', 'handover')),
  add constraint ledger_entries_have_a_cause check (
    (source is null) = (source_id is null) and (payment_id is null) = (source is not null)),
  add constraint ledger_entries_of_source unique (source, source_id, kind, reference);

comment on column ledger_entries.order_id is 'The order that the money belongs to; null before there were orders or without a booking.';
comment on column ledger_entries.source is 'What caused an entry that no payment caused, with source_id.';

create index ledger_entries_of_order on ledger_entries (order_id) where order_id is not null;

alter table ledger_lines
  add column line smallint not null default 1,
  add column seller_id bigint references users (id),
  drop constraint ledger_lines_pkey,
  add primary key (entry_id, account, currency, line),
  drop constraint ledger_lines_account_check,
  add constraint ledger_lines_account_check check (account in (
    'gateway', 'cash', 'deposits', 'seller_payable', 'tax_payable', 'fees_to_pass_on', 'earnings'));

comment on column ledger_lines.line is 'Distinguishes several lines of one account in an entry.';
comment on column ledger_lines.seller_id is 'Whom an amount of seller_payable is owed to.';

-- Every booking becomes an order by the first terms, which asked for nothing after the deposit.

create temporary table booked on commit drop as
  select b.id as booking_id, row_number() over (order by b.id) as n from bookings b;

create temporary table made on commit drop as
  select nextval(pg_get_serial_sequence('orders', 'id')) as order_id, booking_id from booked order by n;

insert into orders (id, user_id, offer, life, terms_version, currency, created_at, ended_at) overriding system value
select m.order_id, b.user_id, b.offer,
  case b.status when 'completed' then 'completed' when 'cancelled' then 'cancelled' else 'active' end,
  1, p.currency, b.created_at, case when b.status in ('completed', 'cancelled') then b.updated_at end
from made m join bookings b on b.id = m.booking_id join payments p on p.id = b.payment_id;

insert into order_cars (order_id, listing_id, seller_id, booking_id, price_cents, tax_cents, fee_cents, total_cents, commission_cents, sells)
select m.order_id, b.listing_id, l.user_id, b.id, p.price_cents, p.tax_cents, p.fee_cents, p.total_cents, 0,
  b.offer = 'Sell' and b.status <> 'cancelled'
from made m join bookings b on b.id = m.booking_id join payments p on p.id = b.payment_id join listings l on l.id = b.listing_id;

insert into order_moves (order_id, from_life, to_life, actor, reason, at)
select id, null, life, 'system', 'Made from a booking.', created_at from orders;

insert into plan_items (order_id, position, kind, amount_cents, due_at)
select m.order_id, 1, 'deposit', b.paid_cents, b.created_at
from made m join bookings b on b.id = m.booking_id where b.paid_cents > 0;

insert into plan_items (order_id, position, kind, amount_cents, due_at)
select m.order_id, 2, 'balance', b.total_cents - b.paid_cents, case b.offer when 'Rent' then b.starts_at else b.created_at + interval '7 days' end
from made m join bookings b on b.id = m.booking_id where b.total_cents > b.paid_cents;

update payments p set order_id = m.order_id from made m join bookings b on b.id = m.booking_id where p.id = b.payment_id;

insert into allocations (order_id, plan_item_id, cents, payment_id, at)
select m.order_id, i.id, b.paid_cents, b.payment_id, b.created_at
from made m join bookings b on b.id = m.booking_id
join plan_items i on i.order_id = m.order_id and i.kind = 'deposit';

-- Money that went back to the buyer before there were orders.
insert into allocations (order_id, plan_item_id, cents, payment_id, at)
select m.order_id, i.id, -given.cents, b.payment_id, b.updated_at
from made m join bookings b on b.id = m.booking_id
join plan_items i on i.order_id = m.order_id and i.kind = 'deposit'
cross join lateral (
  select coalesce((select r.amount_cents from refunds r where r.payment_id = b.payment_id and r.done_at is not null), 0)
    + coalesce((select sum(g.amount_cents) from provider_refunds g where g.payment_id = b.payment_id and g.failed_at is null), 0) as cents
) as given
where given.cents > 0;
