-- Shipments: the steps of an order from the deposit to the handover, who said what about them, and their files.

create table shipment_terms (
  version integer primary key,
  reason text not null check (length(reason) between 1 and 500),
  made_by bigint references admins (id),
  made_at timestamptz not null default now()
);

comment on table shipment_terms is
  'Versions of the schedule of a shipment. An order keeps the version that was in force when it was made, at least the first one.';

create table shipment_term_steps (
  version integer not null references shipment_terms (version),
  step text not null check (step in (
    'inspection', 'export_papers', 'at_port', 'loaded', 'sailed', 'bill_of_lading', 'arrived', 'discharged', 'released', 'handed_over',
    'pick_up', 'return')),
  owner text not null check (owner in ('buyer', 'seller', 'operator', 'carrier')),
  counts_from text not null check (counts_from in ('order', 'balance', 'rental')),
  days integer not null check (days between 0 and 365),
  primary key (version, step)
);

comment on table shipment_term_steps is 'Who must do a step, and when it is due.';
comment on column shipment_term_steps.counts_from is
  'order: the day of the order · balance: the day the balance was paid, until then its due date · rental: the booked time of the pick-up or return.';

insert into shipment_terms (version, reason) values (1, 'The schedule of a new installation.');
insert into shipment_term_steps (version, step, owner, counts_from, days) values
  (1, 'inspection', 'operator', 'order', 5),
  (1, 'export_papers', 'seller', 'balance', 10),
  (1, 'at_port', 'seller', 'balance', 14),
  (1, 'loaded', 'carrier', 'balance', 21),
  (1, 'sailed', 'carrier', 'balance', 24),
  (1, 'bill_of_lading', 'carrier', 'balance', 31),
  (1, 'arrived', 'carrier', 'balance', 60),
  (1, 'discharged', 'carrier', 'balance', 63),
  (1, 'released', 'buyer', 'balance', 70),
  (1, 'handed_over', 'operator', 'balance', 75),
  (1, 'pick_up', 'seller', 'rental', 0),
  (1, 'return', 'buyer', 'rental', 0);

create table sailings (
  id bigint generated always as identity primary key,
  vessel text not null check (length(vessel) between 1 and 100),
  imo char(7) not null check (imo ~ '^\d{7}$'),
  voyage text not null check (length(voyage) between 1 and 40),
  carrier text not null default '' check (length(carrier) <= 100),
  from_place char(5) not null check (from_place ~ '^[A-Z]{2}[A-Z2-9]{3}$'),
  to_place char(5) not null check (to_place ~ '^[A-Z]{2}[A-Z2-9]{3}$' and to_place <> from_place),
  made_by bigint references admins (id),
  made_at timestamptz not null default now(),
  unique (imo, voyage, from_place, to_place)
);

comment on table sailings is 'A voyage of a vessel between two ports. Its times are shipment_events, so every change is kept.';
comment on column sailings.imo is 'The number of the vessel with its check digit.';
comment on column sailings.from_place is 'UN/LOCODE.';

create table sailing_cars (
  id bigint generated always as identity primary key,
  sailing_id bigint not null references sailings (id),
  order_id bigint not null,
  listing_id bigint not null,
  container text check (container ~ '^[A-Z]{4}\d{7}$'),
  seal text check (length(seal) between 1 and 40),
  added_at timestamptz not null default now(),
  removed_at timestamptz,
  foreign key (order_id, listing_id) references order_cars (order_id, listing_id),
  check (seal is null or container is not null)
);

comment on table sailing_cars is 'The cars on a sailing. A car that leaves it keeps its row, with the time.';
comment on column sailing_cars.container is 'Number by ISO 6346 with its check digit; null for roll-on/roll-off.';

create unique index one_sailing_per_car on sailing_cars (order_id, listing_id) where removed_at is null;
create index cars_of_sailing on sailing_cars (sailing_id) where removed_at is null;

create table shipment_events (
  id uuid primary key,
  order_id bigint references orders (id),
  listing_id bigint,
  sailing_id bigint references sailings (id),
  step text not null check (step in (
    'inspection', 'export_papers', 'at_port', 'loaded', 'sailed', 'bill_of_lading', 'arrived', 'discharged', 'released', 'pick_up', 'return')),
  certainty text not null check (certainty in ('planned', 'estimated', 'actual')),
  happens_at timestamptz not null,
  time_zone text not null check (length(time_zone) between 1 and 60),
  place char(5) check (place ~ '^[A-Z]{2}[A-Z2-9]{3}$'),
  captured_at timestamptz not null,
  told_at timestamptz not null default now(),
  actor text not null check (actor in ('seller', 'admin')),
  actor_id bigint not null,
  note text not null default '' check (length(note) <= 500),
  paper text check (paper in ('export_licence', 'deregistration', 'customs_declaration', 'makers_letter')),
  vessel text check (length(vessel) between 1 and 100),
  imo char(7) check (imo ~ '^\d{7}$'),
  voyage text check (length(voyage) between 1 and 40),
  container text check (container ~ '^[A-Z]{4}\d{7}$'),
  seal text check (length(seal) between 1 and 40),
  bill_number text check (length(bill_number) between 1 and 40),
  bill_form text check (bill_form in ('original', 'surrendered', 'waybill')),
  evidence uuid[] not null default '{}' check (cardinality(evidence) <= 20),
  content_hash bytea not null check (length(content_hash) = 32),
  foreign key (order_id, listing_id) references order_cars (order_id, listing_id),
  check (num_nonnulls(order_id, sailing_id) = 1),
  check (listing_id is null or order_id is not null),
  check (captured_at <= told_at),
  check (paper is null or step = 'export_papers'),
  check (paper is not null or step <> 'export_papers' or certainty <> 'actual'),
  check ((bill_number is null) = (bill_form is null) and (bill_number is null or step = 'bill_of_lading')),
  check (bill_number is not null or step <> 'bill_of_lading' or certainty <> 'actual')
);

comment on table shipment_events is
  'What was said about the steps of an order. Append-only: nothing replaces an event, and the newest of the highest certainty is shown.';
comment on column shipment_events.id is 'Generated by the device that recorded it, so that sending it again has no second effect.';
comment on column shipment_events.listing_id is 'The car; null for all cars of the order.';
comment on column shipment_events.sailing_id is 'An event of a vessel, for all cars on it.';
comment on column shipment_events.captured_at is 'When the device recorded it, at most the time it arrived.';
comment on column shipment_events.evidence is 'Ids of files, which may arrive later than the event.';
comment on column shipment_events.content_hash is 'SHA-256 of the event as it was sent.';

create index events_of_order on shipment_events (order_id) where order_id is not null;
create index events_of_sailing on shipment_events (sailing_id) where sailing_id is not null;
create trigger shipment_events_stay before update or delete or truncate on shipment_events
  for each statement execute function refuse_change();

comment on trigger shipment_events_stay on shipment_events is 'Refuses to change, delete or truncate events.';

create table order_files (
  id uuid primary key,
  order_id bigint not null references orders (id),
  listing_id bigint,
  kind text not null check (kind in (
    'export_licence', 'deregistration', 'customs_declaration', 'makers_letter', 'bill_of_lading', 'inspection', 'insurance', 'invoice',
    'delivery_order', 'photo', 'other')),
  step text,
  name text not null check (length(name) between 1 and 200),
  format text not null check (format in ('pdf', 'jpg', 'png', 'webp', 'gif')),
  bytes integer not null check (bytes > 0),
  sha256 bytea not null check (length(sha256) = 32),
  actor text not null check (actor in ('buyer', 'seller', 'admin')),
  actor_id bigint not null,
  captured_at timestamptz not null,
  told_at timestamptz not null default now(),
  foreign key (order_id, listing_id) references order_cars (order_id, listing_id),
  check (captured_at <= told_at)
);

comment on table order_files is 'Files of an order as they were sent, for its parties only. Append-only.';
comment on column order_files.id is 'Generated by the device that sent it, so that sending it again has no second effect.';
comment on column order_files.sha256 is 'Of the original bytes, which are stored unchanged.';

create index files_of_order on order_files (order_id, told_at);
create trigger order_files_stay before update or delete or truncate on order_files
  for each statement execute function refuse_change();

comment on trigger order_files_stay on order_files is 'Refuses to change, delete or truncate files.';

create table order_file_openings (
  id bigint generated always as identity primary key,
  file_id uuid not null references order_files (id),
  actor text not null check (actor in ('buyer', 'seller', 'admin')),
  actor_id bigint not null,
  at timestamptz not null default now()
);

comment on table order_file_openings is 'Who opened which file of an order, and when. Append-only.';

create index openings_of_file on order_file_openings (file_id);
create trigger order_file_openings_stay before update or delete or truncate on order_file_openings
  for each statement execute function refuse_change();

comment on trigger order_file_openings_stay on order_file_openings is 'Refuses to change, delete or truncate openings.';

create table shipment_mails (
  order_id bigint not null references orders (id),
  step text not null,
  sent boolean not null,
  at timestamptz not null default now(),
  primary key (order_id, step)
);

comment on table shipment_mails is 'The steps that the buyer was emailed about, each once.';
comment on column shipment_mails.sent is 'False if a later step was emailed before, so that this one is no news.';

create table timeline_links (
  order_id bigint primary key references orders (id),
  token_hash bytea not null unique check (length(token_hash) = 32),
  made_at timestamptz not null default now()
);

comment on table timeline_links is 'The secret address of an order''s calendar. A new one replaces it.';

-- The board of open orders is computed from these changes.

create table shipment_changes (
  id bigint generated always as identity primary key,
  order_id bigint not null
);

comment on table shipment_changes is 'Orders whose row in shipment_states must be computed again. Rows are deleted once that is done.';

create table shipment_states (
  order_id bigint primary key references orders (id),
  step text not null,
  owner text not null check (owner in ('buyer', 'seller', 'operator', 'carrier')),
  due_at timestamptz not null,
  expected_at timestamptz,
  since timestamptz not null,
  vessel text,
  computed_at timestamptz not null default now()
);

comment on table shipment_states is 'The next step of each open order, for the board. Derived: deleting all rows and noting all orders in shipment_changes rebuilds it.';
comment on column shipment_states.since is 'When the step before it was done.';

create index shipment_states_by_due on shipment_states (due_at, order_id);
create index shipment_states_of_step on shipment_states (step, due_at, order_id);

create function note_shipment_change() returns trigger language plpgsql as $$
begin
  insert into shipment_changes (order_id) select (to_jsonb(new) ->> tg_argv[0])::bigint;
  return null;
end
$$;

comment on function note_shipment_change() is 'Notes an order whose steps may have changed. The argument names its column.';

create trigger orders_move_shipments after insert or update of life, plan_version on orders
  for each row execute function note_shipment_change('id');
create trigger allocations_move_shipments after insert on allocations
  for each row execute function note_shipment_change('order_id');
create trigger events_move_shipments after insert on shipment_events
  for each row when (new.order_id is not null) execute function note_shipment_change('order_id');
create trigger sailing_cars_move_shipments after insert or update on sailing_cars
  for each row execute function note_shipment_change('order_id');

comment on trigger orders_move_shipments on orders is 'The life of an order decides its last step.';
comment on trigger allocations_move_shipments on allocations is 'Received money decides the steps of deposit and balance.';
comment on trigger events_move_shipments on shipment_events is 'Events decide the other steps.';
comment on trigger sailing_cars_move_shipments on sailing_cars is 'The events of its vessel are events of a car.';

create function note_sailing_change() returns trigger language plpgsql as $$
begin
  insert into shipment_changes (order_id)
  select distinct order_id from sailing_cars where sailing_id = new.sailing_id and removed_at is null;
  return null;
end
$$;

comment on function note_sailing_change() is 'Notes the orders of all cars on a sailing.';

create trigger sailing_events_move_shipments after insert on shipment_events
  for each row when (new.sailing_id is not null) execute function note_sailing_change();

comment on trigger sailing_events_move_shipments on shipment_events is 'One event of a vessel is an event of every car on it.';

create function note_booking_dates() returns trigger language plpgsql as $$
begin
  insert into shipment_changes (order_id) select order_id from order_cars where booking_id = new.id;
  return null;
end
$$;

comment on function note_booking_dates() is 'Notes the order of a booking whose dates have changed.';

create trigger bookings_move_shipments after update of starts_at, ends_at on bookings
  for each row execute function note_booking_dates();

comment on trigger bookings_move_shipments on bookings is 'The dates of a rental are the due dates of its steps.';

insert into shipment_changes (order_id) select id from orders where life in ('held', 'active');
