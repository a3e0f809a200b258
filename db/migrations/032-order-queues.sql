-- What each open order waits for, kept per order so that the back office finds 50,000 of them without adding up their money.

create index allocations_of_item on allocations (plan_item_id) where plan_item_id is not null;
create index orders_ended on orders (life, ended_at desc, id desc) where ended_at is not null;
create index listings_deleted_by_vin on listings (vin) where vin is not null and deleted_at is not null;

create view order_next as
  select o.id as order_id, w.waits_for,
    case when w.waits_for = 'handover' then coalesce(
      greatest(
        (select max(a.at) from allocations a where a.order_id = o.id),
        (select max(b.starts_at) from order_cars c join bookings b on b.id = c.booking_id where c.order_id = o.id)),
      o.created_at)
    else coalesce(
      (select min(i.due_at) from plan_items i
       where i.order_id = o.id and i.version = o.plan_version
         and i.amount_cents > (select coalesce(sum(a.cents), 0) from allocations a where a.plan_item_id = i.id)),
      o.created_at) end as since
  from orders o
    join order_terms t on t.version = o.terms_version
    join order_money m on m.order_id = o.id
    cross join lateral (select case
      when o.life = 'held' then 'transfer'
      when t.requires_balance and m.received_cents + m.shortfall_cents < m.owed_cents then 'payment'
      else 'handover' end as waits_for) as w
  where o.life in ('held', 'active');

comment on view order_next is
  'What each open order waits for. since: when the next payment is due, or since when nothing is owed and the car can be handed over.';

create table order_waits (
  order_id bigint primary key references orders (id),
  waits_for text not null check (waits_for in ('transfer', 'payment', 'handover')),
  since timestamptz not null
);

comment on table order_waits is
  'A stored copy of order_next that triggers maintain, to list and count orders by. No decision about money reads it.';

create index order_waits_in_turn on order_waits (waits_for, since, order_id);

create function store_order_waits(ids bigint[]) returns void language plpgsql as $$
begin
  -- The lock comes first, so that the following statements see what other transactions have committed meanwhile.
  perform from order_waits where order_id = any (ids) order by order_id for update;
  delete from order_waits w
  where w.order_id = any (ids) and not exists (select from orders o where o.id = w.order_id and o.life in ('held', 'active'));
  insert into order_waits (order_id, waits_for, since)
  select order_id, waits_for, since from order_next where order_id = any (ids) order by order_id
  on conflict (order_id) do update set waits_for = excluded.waits_for, since = excluded.since
  where (order_waits.waits_for, order_waits.since) is distinct from (excluded.waits_for, excluded.since);
end $$;

create function store_waits_of_new_rows() returns trigger language plpgsql as $$
begin
  perform store_order_waits(array(select distinct order_id from new_rows));
  return null;
end $$;

create function store_waits_of_order() returns trigger language plpgsql as $$
begin
  perform store_order_waits(array[new.id]);
  return null;
end $$;

create trigger allocations_change_waits after insert on allocations referencing new table as new_rows
  for each statement execute function store_waits_of_new_rows();
create trigger plan_items_change_waits after insert on plan_items referencing new table as new_rows
  for each statement execute function store_waits_of_new_rows();
create trigger orders_change_waits after update of life, plan_version on orders
  for each row when ((old.life, old.plan_version) is distinct from (new.life, new.plan_version))
  execute function store_waits_of_order();

comment on trigger allocations_change_waits on allocations is 'Updates order_waits.';
comment on trigger plan_items_change_waits on plan_items is 'Updates order_waits.';
comment on trigger orders_change_waits on orders is 'Updates order_waits.';

insert into order_waits (order_id, waits_for, since) select order_id, waits_for, since from order_next;

comment on function store_order_waits(bigint[]) is 'Computes again what orders wait for.';
comment on function store_waits_of_new_rows() is 'Computes again what the orders of inserted rows wait for.';
comment on function store_waits_of_order() is 'Computes again what a changed order waits for.';
