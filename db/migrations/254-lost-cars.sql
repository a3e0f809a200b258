-- A car that is lost on its way cannot come back, and must not be collected with its bill of lading after its buyer got the money. Two people record the
-- loss, and how the bill of lading was made useless. Refunds of such a car wait for its return or for this record.

create table car_losses (
  order_id bigint not null,
  listing_id bigint not null,
  bill text not null check (bill in ('not_issued', 'surrendered', 'stopped')),
  note text not null check (length(note) between 1 and 500),
  recorded_by bigint not null references admins (id),
  approved_by bigint not null references admins (id),
  recorded_at timestamptz not null default now(),
  primary key (order_id, listing_id),
  foreign key (order_id, listing_id) references order_cars (order_id, listing_id),
  constraint car_losses_two_people check (approved_by <> recorded_by)
);

comment on table car_losses is
  'Cars that are lost on their way by the word of the carrier. Refunds no longer wait for them, and nobody is handed them. Append-only.';
comment on column car_losses.bill is
  'Why nobody can collect the car: no bill of lading was issued, all originals are back (surrendered), or the carrier confirmed in writing that it '
  'releases the car to nobody (stopped).';
comment on column car_losses.note is 'What the carrier confirmed, and when.';

create trigger car_losses_stay before update or delete or truncate on car_losses
  for each statement execute function refuse_change();

comment on trigger car_losses_stay on car_losses is 'Refuses to change, delete or truncate.';

create function has_bill_of_lading(of_order bigint) returns boolean language sql stable as $$
  select exists (select from order_files where order_id = of_order and kind = 'bill_of_lading')
    or exists (select from shipment_events where order_id = of_order and step in ('bill_of_lading', 'released') and certainty = 'actual')
$$;

comment on function has_bill_of_lading(bigint) is
  'Whether a bill of lading of an order is stored or was reported, also in a report or file that was withdrawn.';

create function guard_car_loss() returns trigger language plpgsql as $$
begin
  if not is_approved('car loss', new.recorded_by, new.approved_by,
    jsonb_build_object('order', new.order_id, 'car', new.listing_id, 'bill', new.bill, 'note', new.note)) then
    raise exception 'nobody has approved that car % is lost', new.listing_id using errcode = 'insufficient_privilege';
  end if;
  if exists (select from handovers where order_id = new.order_id and listing_id = new.listing_id)
    or exists (select from order_returns where order_id = new.order_id and listing_id = new.listing_id and returned_at is not null) then
    raise exception 'car % was handed over or is back, so it is not lost', new.listing_id using errcode = 'restrict_violation';
  end if;
  if new.bill = 'not_issued' and has_bill_of_lading(new.order_id) then
    raise exception 'order % has a bill of lading', new.order_id using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

comment on function guard_car_loss() is
  'Refuses a loss that no second person approved, of a car that was handed over or is back, and one without a bill of lading if the order has one.';

create trigger car_losses_are_guarded before insert on car_losses for each row execute function guard_car_loss();

comment on trigger car_losses_are_guarded on car_losses is 'Refuses a loss that is not proven by two people, or contradicts what is known.';

create function guard_handed_over_car() returns trigger language plpgsql as $$
begin
  if exists (select from car_losses where order_id = new.order_id and listing_id = new.listing_id)
    or exists (select from order_returns where order_id = new.order_id and listing_id = new.listing_id and returned_at is not null) then
    raise exception 'car % is lost or back, so it is handed to nobody', new.listing_id using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

comment on function guard_handed_over_car() is 'Refuses the handover of a car whose loss or return sent the refunds of its order.';

create trigger handed_over_cars_are_there before insert on handovers
  for each row when (new.kind = 'sale') execute function guard_handed_over_car();

comment on trigger handed_over_cars_are_there on handovers is 'Refuses the handover of a car that is lost or back.';

create or replace function guard_order_return() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.returned_at is not null or new.returned_at is null
    or (new.order_id, new.listing_id, new.holds_refunds, new.asked_at)
      is distinct from (old.order_id, old.listing_id, old.holds_refunds, old.asked_at) then
    raise exception 'the return of a car is recorded once' using errcode = 'restrict_violation';
  end if;
  if new.approved_by is null then
    if new.holds_refunds and not exists (select from car_losses where order_id = new.order_id and listing_id = new.listing_id) then
      raise exception 'the return of car % sends refunds, so it needs a second person', new.listing_id using errcode = 'check_violation';
    end if;
  elsif not is_approved('car return', new.recorded_by, new.approved_by,
    jsonb_build_object('order', new.order_id, 'car', new.listing_id, 'note', new.note)) then
    raise exception 'nobody has approved the return of car %', new.listing_id using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;

comment on function guard_order_return() is
  'Refuses to change anything about a return except to record it, once. Refuses that one person records a return for which refunds wait, and a second '
  'person who did not approve it. No refund waits for a car that is recorded as lost.';
comment on column order_returns.holds_refunds is
  'False for orders from before migration 254 whose car never arrived. Since then, refunds wait until the car is back or its loss is recorded.';

create function awaits_car(of_order bigint) returns boolean language sql stable as $$
  select exists (
    select from order_returns r where r.order_id = of_order and r.returned_at is null and r.holds_refunds
      and not exists (select from car_losses l where l.order_id = r.order_id and l.listing_id = r.listing_id))
$$;

comment on function awaits_car(bigint) is 'Whether refunds of an order wait until a car is back or its loss is recorded.';

create or replace view refund_steps as
  select r.id as refund_id, r.payment_id, p.order_id, r.amount_cents, p.method = 'bank_transfer' as by_transfer,
    r.created_at as asked_at, r.done_at, r.failed_at, r.repeated_cents,
    case
      when r.failed_at is not null then 'failed'
      when r.done_at is not null then 'sent'
      when awaits_car(p.order_id) then 'car'
      when exists (select 1 from watch_hits h where h.order_id = p.order_id and h.cleared_at is null)
        or exists (select 1 from order_freezes f where f.order_id = p.order_id and f.ended_at is null) then 'check'
      when p.method <> 'bank_transfer' then 'sending'
      when a.id is not null then 'ready'
      when w.id is not null then 'account_waits'
      else 'account'
    end as step,
    greatest(r.created_at, a.effective_at) as ready_at,
    w.effective_at as account_at,
    coalesce(t.sent_at, r.done_at) as sent_at,
    t.reference,
    t.payer_line_id is not null as to_payer,
    case when t.refund_id is not null then coalesce(sent.account, l.counterparty_account)
      when p.method = 'bank_transfer' then coalesce(a.account, w.account) end as account
  from refunds r
    join payments p on p.id = r.payment_id
    left join payout_accounts a on a.id = payout_account_in_force(p.user_id)
    left join lateral (
      select id, account, effective_at from payout_accounts
      where user_id = p.user_id and canceled_at is null and effective_at > now() order by id desc limit 1
    ) w on true
    left join refund_transfers t on t.refund_id = r.id
    left join payout_accounts sent on sent.id = t.account_id
    left join statement_lines l on l.id = t.payer_line_id;

comment on view refund_steps is
  'The step of each refund: car (the car has to be returned or recorded as lost first), check (held by a claim or a check of names), account (the '
  'buyer has none), account_waits, ready, sending (by the provider), sent or failed; and the account of the refund. No decision '
  'reads it.';

create function refund_waits_for_car() returns trigger language plpgsql as $$
begin
  if exists (select from payments p where p.id = (select payment_id from refunds where id = new.refund_id) and awaits_car(p.order_id)) then
    raise exception 'refund % waits for the car', new.refund_id using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

comment on function refund_waits_for_car() is 'Refuses a transfer to a buyer whose car is neither back nor lost.';

create trigger transfers_wait_for_cars before insert on refund_transfers for each row execute function refund_waits_for_car();

comment on trigger transfers_wait_for_cars on refund_transfers is 'Refuses a refund by transfer before the car is back or its loss is recorded.';
