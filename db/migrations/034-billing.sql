-- Invoices and credit notes: which orders a worker has to look at, because what they owe or paid has changed.

alter table orders add column bill_at timestamptz default now();

comment on column orders.bill_at is
  'When a worker next compares the invoices of the order with what it owes; null when nothing has changed. Set by triggers.';

update orders o set bill_at = null
where o.life = 'cancelled' or exists (select 1 from order_terms t where t.version = o.terms_version and not t.requires_balance);

create index orders_to_bill on orders (bill_at) where bill_at is not null;

create function bill_order_again() returns trigger language plpgsql as $$
begin
  update orders set bill_at = now() where id = new.order_id and (bill_at is null or bill_at > now());
  return null;
end
$$;

comment on function bill_order_again() is 'Has the invoices of an order compared again.';

create trigger allocations_change_bills after insert on allocations for each row execute function bill_order_again();

comment on trigger allocations_change_bills on allocations is 'Received and returned money changes what the invoices of an order still ask for.';

create function bill_order_of_refund_again() returns trigger language plpgsql as $$
begin
  update orders set bill_at = now()
  where id = (select order_id from payments where id = new.payment_id) and (bill_at is null or bill_at > now());
  return null;
end
$$;

comment on function bill_order_of_refund_again() is 'Has the invoices of the order of a refunded payment compared again.';

create trigger refunds_change_bills after insert or update of amount_cents, done_at, failed_at on refunds
  for each row execute function bill_order_of_refund_again();

comment on trigger refunds_change_bills on refunds is 'A refund changes what its order owes.';

create function bill_moved_order_again() returns trigger language plpgsql as $$
begin
  if new.life is distinct from old.life or new.plan_version is distinct from old.plan_version then
    new.bill_at = now();
  end if;
  return new;
end
$$;

comment on function bill_moved_order_again() is 'Has the invoices of an order compared again when its life or plan changes.';

create trigger orders_change_bills before update of life, plan_version on orders
  for each row execute function bill_moved_order_again();

comment on trigger orders_change_bills on orders is 'The end of an order and another plan change what it owes.';
