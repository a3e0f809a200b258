-- A hold on a card that is confirmed late ends at once or two days after the return, and a car has both hours or none.

create or replace function guard_card_hold() returns trigger language plpgsql as $$
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

alter table listings
  add constraint listings_both_rental_hours_check check ((rental_pick_up_hour is null) = (rental_return_hour is null)) not valid;

alter table rental_places
  add constraint rental_places_both_hours_check check ((pick_up_hour is null) = (return_hour is null));
