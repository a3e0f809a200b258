-- The security deposit of a rental as an amount that is reserved on a card: taken only for a charge, otherwise released.

create table card_holds (
  payment_id bigint primary key references payments (id),
  order_id bigint not null references orders (id),
  held_cents bigint not null check (held_cents > 0),
  told_at timestamptz
);

comment on table card_holds is
  'The payments that reserve the security deposit of a rental on the card of its renter. The state is that of the payment: authorised while the amount is '
  'held, capturing and captured once a part is taken for charges, voided after it was released or has ended.';
comment on column card_holds.held_cents is 'What was reserved. The amount of the payment becomes what is taken of it.';
comment on column card_holds.told_at is 'When renter and office were told that the hold ends soon.';

create index card_holds_of_order on card_holds (order_id);

create table card_captures (
  payment_id bigint primary key references card_holds (payment_id),
  cents bigint not null check (cents > 0),
  admin_id bigint not null references admins (id),
  approved_by bigint references admins (id),
  at timestamptz not null default now(),
  constraint card_captures_two_people check (approved_by <> admin_id)
);

comment on table card_captures is 'What staff decided to take of an amount that is held on a card, for the charges of its order. A hold is captured once; the provider releases the rest.';
comment on column card_captures.approved_by is 'The second person, for an amount above the limit.';

create index card_captures_by_person on card_captures (admin_id, at);

create trigger card_captures_stay before update or delete or truncate on card_captures
  for each statement execute function refuse_change();

comment on trigger card_captures_stay on card_captures is 'Refuses to change, delete or truncate decisions.';

create function captured_alone(of_order bigint, person bigint) returns bigint language sql stable as $$
  select greatest(
    coalesce(sum(c.cents) filter (where h.order_id = of_order), 0),
    coalesce(sum(c.cents) filter (where c.admin_id = person and c.at > now() - interval '1 day'), 0))::bigint
  from card_captures c join card_holds h on h.payment_id = c.payment_id
  where c.approved_by is null and (h.order_id = of_order or c.admin_id = person)
$$;

comment on function captured_alone(bigint, bigint) is
  'What was taken of holds on cards without a second person: of the order, or by the person within a day, whichever is more.';

create function guard_card_capture() returns trigger language plpgsql as $$
declare
  hold card_holds;
begin
  select * into strict hold from card_holds where payment_id = new.payment_id;
  perform from orders where id = hold.order_id for no key update;
  if new.cents > hold.held_cents then
    raise exception 'more than the % cents that are held', hold.held_cents using errcode = 'check_violation';
  end if;
  if new.approved_by is null then
    perform from admins where id = new.admin_id for no key update;
    if new.cents + captured_alone(hold.order_id, new.admin_id)
      > (select cash_limit_cents from order_terms order by version desc limit 1) then
      raise exception 'taking % cents of a hold needs a second person', new.cents using errcode = 'check_violation';
    end if;
  elsif not is_approved('card capture', new.admin_id, new.approved_by,
    jsonb_build_object('order', hold.order_id, 'payment', new.payment_id, 'cents', new.cents)) then
    raise exception 'nobody has approved taking % cents of a hold', new.cents using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;

comment on function guard_card_capture() is
  'Refuses to take more than is held, more than the limit by one person alone, of an order or within a day, and a second person who did not approve it.';

create trigger card_captures_are_guarded before insert on card_captures
  for each row execute function guard_card_capture();

comment on trigger card_captures_are_guarded on card_captures is
  'Refuses captures of more than is held, and large ones that no second person has approved.';

create function guard_new_card_hold() returns trigger language plpgsql as $$
begin
  perform from orders where id = new.order_id for no key update;
  if not exists (
    select from payments p where p.id = new.payment_id and p.order_id = new.order_id and p.amount_cents = new.held_cents
      and p.method = 'credit_card' and p.listing_id is null and p.plan_item_id is null) then
    raise exception 'a hold reserves the amount of a card payment of its order' using errcode = 'check_violation';
  end if;
  if exists (
    select from card_holds h join payments p on p.id = h.payment_id
    where h.order_id = new.order_id and p.state in ('created', 'capturing')) then
    raise exception 'another hold of the order is not decided yet' using errcode = 'unique_violation';
  end if;
  return new;
end
$$;

comment on function guard_new_card_hold() is
  'Refuses a hold whose payment is for something else, and a second one of an order while the card of the first is being asked or captured.';

create trigger new_card_holds_are_guarded before insert on card_holds
  for each row execute function guard_new_card_hold();

comment on trigger new_card_holds_are_guarded on card_holds is
  'Refuses holds of something else than a card payment of the order, and a second hold that is not decided yet.';

create function guard_card_hold() returns trigger language plpgsql as $$
declare
  is_returned boolean;
begin
  if not exists (select from card_holds where payment_id = new.id) then
    return new;
  end if;
  if new.listing_id is not null then
    raise exception 'a hold of a security deposit books no car' using errcode = 'check_violation';
  end if;
  if new.state = 'authorised' and old.state = 'created' then
    -- The transaction may have begun before the one that canceled the order, so that now() is too early.
    if old.expires_at <= clock_timestamp() or not exists (select from orders where id = new.order_id and life = 'active') then
      new.expires_at := now();
      new.due_at := now();
      return new;
    end if;
    is_returned := exists (
      select from shipment_events e
      where e.order_id = new.order_id and e.step = 'return' and e.certainty = 'actual'
        and not exists (select from shipment_withdrawals w where w.event_id = e.id));
    -- Card networks let a reservation lapse after seven days.
    new.expires_at := now() + case when is_returned then interval '48 hours' else interval '156 hours' end;
    update payments set expires_at = now(), due_at = now()
    where id in (select payment_id from card_holds where order_id = new.order_id) and id <> new.id and state = 'authorised';
  elsif new.state = 'capturing' and not exists (
    select from card_captures where payment_id = new.id and cents = new.amount_cents) then
    raise exception 'nobody has decided to take % cents of a hold', new.amount_cents using errcode = 'check_violation';
  end if;
  return new;
end
$$;

comment on function guard_card_hold() is
  'An amount that is held on a card is held for six and a half days, or for two days once the car is back, in place of an earlier hold of its order. One that '
  'is confirmed after its time or for an order that has ended is released at once. It books no car and is captured only as staff decided.';

create trigger card_holds_are_guarded before update of state, listing_id on payments
  for each row when (new.order_id is not null) execute function guard_card_hold();

comment on trigger card_holds_are_guarded on payments is
  'Sets how long a hold on a card lasts, ends the one before, and refuses to take it without a decision or to book a car with it.';

create function end_card_holds() returns trigger language plpgsql as $$
begin
  update payments set expires_at = now(), due_at = now()
  where id in (select payment_id from card_holds where order_id = new.id) and state in ('created', 'authorised');
  return null;
end
$$;

comment on function end_card_holds() is 'Lets the worker release what is held on a card for an order that has ended.';

create trigger card_holds_end_with_order after update of life on orders
  for each row when (new.offer = 'Rent' and new.life in ('cancelled', 'completed') and old.life is distinct from new.life)
  execute function end_card_holds();

comment on trigger card_holds_end_with_order on orders is 'A security deposit is not held for an order that has ended.';

create function end_card_holds_after_return() returns trigger language plpgsql as $$
begin
  update payments set expires_at = least(expires_at, now() + interval '48 hours'), due_at = least(due_at, now() + interval '24 hours')
  where id in (select payment_id from card_holds where order_id = new.order_id) and state = 'authorised';
  return null;
end
$$;

comment on function end_card_holds_after_return() is 'Staff have two days after the return of a car to take something of what is held.';

create trigger card_holds_end_after_return after insert on shipment_events
  for each row when (new.step = 'return' and new.certainty = 'actual' and new.order_id is not null)
  execute function end_card_holds_after_return();

comment on trigger card_holds_end_after_return on shipment_events is 'What is held on a card is released two days after the car is back.';
