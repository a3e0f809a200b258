-- A payment can be refunded several times: each refund is a row of its own.
-- A process of the version before cannot ask for refunds on this schema: its statement counts on one row for each payment, fails and is rolled
-- back. It must not run beside the new ones for longer than the upgrade takes.

alter table refunds
  drop constraint refunds_pkey,
  add column id bigint generated always as identity primary key,
  add column repeated_cents bigint not null default 0,
  add constraint refunds_by_number unique (payment_id, attempt),
  add constraint repeated_refunds_failed check (repeated_cents between 0 and amount_cents and (repeated_cents = 0 or failed_at is not null));

comment on table refunds is
  'The refunds we ask the provider or the bank for. Those of one payment that did not fail are never more than what was captured.';
comment on column refunds.attempt is
  'Numbers the refunds of a payment. The provider knows a refund by this number and its charge, so it sends it once.';
comment on column refunds.repeated_cents is 'What later refunds of the payment asked for again after this one failed.';

create index refunds_to_repeat on refunds (payment_id) where failed_at is not null and repeated_cents < amount_cents;

create function refund_fits_payment() returns trigger language plpgsql as $$
declare
  captured bigint;
  taken bigint;
begin
  perform from orders where id = (select order_id from payments where id = new.payment_id) for no key update;
  select amount_cents into captured from payments where id = new.payment_id for no key update;
  select (select coalesce(sum(amount_cents), 0) from refunds where payment_id = new.payment_id and failed_at is null and id <> new.id)
    + (select coalesce(sum(amount_cents), 0) from provider_refunds where payment_id = new.payment_id and failed_at is null)
    + (select coalesce(sum(lost_cents), 0) from provider_disputes where payment_id = new.payment_id)
    into taken;
  if new.amount_cents > captured - taken then
    raise exception 'payment % has % cents left to refund', new.payment_id, captured - taken using errcode = 'check_violation';
  end if;
  return new;
end
$$;

comment on function refund_fits_payment() is
  'Refuses a refund of more than what was captured, less the other refunds, those made at the provider and what disputes took. Locks the '
  'order and the payment, so that two refunds wait for each other.';

create trigger captured_money_limits_refunds before insert or update of payment_id, amount_cents on refunds
  for each row when (new.failed_at is null) execute function refund_fits_payment();

comment on trigger captured_money_limits_refunds on refunds is 'Refuses refunds of more than is left of a payment.';

create or replace function refund_needs_two_people() returns trigger language plpgsql as $$
declare
  of_order bigint;
  by_one_person bigint;
begin
  if new.asked_by <> 'admin' or new.approved_by is not null then return new; end if;
  select order_id into of_order from payments where id = new.payment_id;
  select new.amount_cents + coalesce(sum(r.amount_cents), 0) into by_one_person
    from refunds r join payments p on p.id = r.payment_id
    where r.asked_by = 'admin' and r.approved_by is null and r.failed_at is null and r.id <> new.id
      and (r.payment_id = new.payment_id or p.order_id = of_order);
  if by_one_person > (select refund_limit_cents from order_terms order by version desc limit 1) then
    raise exception 'a refund of % cents needs a second person', new.amount_cents using errcode = 'check_violation';
  end if;
  return new;
end
$$;

comment on function refund_needs_two_people() is
  'Refuses a refund by which one administrator alone refunds more of an order than the limit.';
comment on trigger large_refunds_need_two_people on refunds is
  'Refuses a refund by which one administrator alone refunds more of an order than the limit.';

-- The simulated provider also refunds a charge several times, each time once.

create table simulated_refunds (
  key text not null references simulated_charges (key),
  attempt integer not null check (attempt > 0),
  cents bigint not null check (cents > 0),
  primary key (key, attempt)
);

comment on table simulated_refunds is 'The refunds of the simulated payment gateway.';

insert into simulated_refunds (key, attempt, cents)
select c.key, r.attempt, c.refunded_cents
from simulated_charges c join refunds r on c.key = 'payment-' || r.payment_id where c.refunded_cents > 0;
