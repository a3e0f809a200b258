-- The database refuses that one person pays a seller early, as the rule does.

create function is_paid_early(of_order bigint) returns boolean language sql stable as $$
  select case o.offer when 'Rent' then now() < rt.return_by
    else now() < o.ended_at + make_interval(days => coalesce(
      (select s.days from seller_payout_terms s join order_cars c on c.seller_id = s.seller_id where c.order_id = o.id order by s.id desc limit 1),
      t.payout_days)) end
  from orders o join order_terms t on t.version = o.terms_version left join rental_times rt on rt.order_id = o.id
  where o.id = of_order and o.life = 'completed'
$$;

comment on function is_paid_early(bigint) is
  'Whether a rental is not over by its agreed time, or a sale was completed fewer days ago than its seller waits for payouts. A return that was '
  'reported or signed earlier does not change that. The rule pay_out in src/features/payments/order-acts/model/order-act.ts also waits for the '
  'arrival of the car.';

create function early_payout_needs_two_people() returns trigger language plpgsql as $$
begin
  if not (select needs_second_person from payouts where id = new.payout_id)
    and (is_paid_early(new.order_id) or awaits_car(new.order_id)) then
    raise exception 'order % is paid out early by two people only', new.order_id using errcode = 'check_violation';
  end if;
  return new;
end
$$;

comment on function early_payout_needs_two_people() is
  'Refuses a part of a payout that one person makes alone while a rental is not over, the days of a sale are not over, or its car is awaited.';

create trigger early_payouts_need_two_people before insert on payout_orders
  for each row execute function early_payout_needs_two_people();

comment on trigger early_payouts_need_two_people on payout_orders is 'Refuses that one person pays a seller early.';
