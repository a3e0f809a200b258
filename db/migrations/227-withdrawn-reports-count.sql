-- The database asks for a second person also if the report about the car was withdrawn or the car was moved to another sailing, as the rule does.

create or replace function has_left_for(of_order bigint) returns boolean language sql stable as $$
  select exists (select from handovers where order_id = of_order and kind = 'sale') or exists (
    select from shipment_events e left join sailing_cars s on s.sailing_id = e.sailing_id and s.order_id = of_order
    where (e.order_id = of_order or e.sailing_id in (select c.sailing_id from sailing_cars c where c.order_id = of_order))
      and (e.order_id = of_order or s.removed_at is null or e.told_at < s.removed_at)
      and e.certainty = 'actual'
      and (e.paper is not null or e.step in ('loaded', 'sailed', 'bill_of_lading', 'arrived', 'discharged', 'released', 'pick_up')))
$$;

comment on function has_left_for(bigint) is
  'Whether a car of the order has or had an export paper, is or was aboard, or was handed over, also by a report that was withdrawn or of a sailing '
  'that the car left. The same facts as the second person of undo_match in src/features/payments/order-acts/model/order-act.ts.';

-- A payout that came back is paid again only by two people. Staff record by hand that it came back.

create function is_paid_again(of_order bigint) returns boolean language sql stable as $$
  select exists (
    select from payout_orders o join payouts p on p.id = o.payout_id where o.order_id = of_order and p.state = 'failed')
$$;

comment on function is_paid_again(bigint) is
  'Whether staff recorded that a payout for the order came back, so that its seller is owed again on the word of one person.';

create function repeated_payout_needs_two_people() returns trigger language plpgsql as $$
begin
  if is_paid_again(new.order_id) and not (select needs_second_person from payouts where id = new.payout_id) then
    raise exception 'a payout that came back is paid again by two people' using errcode = 'check_violation';
  end if;
  return new;
end
$$;

comment on function repeated_payout_needs_two_people() is
  'Refuses a part of a payout that one person makes alone, if a payout for its order was recorded as returned.';

create trigger repeated_payouts_need_two_people before insert on payout_orders
  for each row execute function repeated_payout_needs_two_people();

comment on trigger repeated_payouts_need_two_people on payout_orders is
  'Refuses that one person pays again what was recorded as returned.';
