-- A rental that is completed and whose renter got everything back no longer carries the registration fee.

create or replace view rental_fees as
  select o.id as order_id, o.user_id, o.created_at, c.fee_cents from orders o join order_cars c on c.order_id = o.id
  where o.offer = 'Rent' and c.fee_cents > 0 and (o.life in ('held', 'active')
    or o.life = 'completed' and (select m.received_cents from order_money m where m.order_id = o.id)
      - coalesce((select sum(r.amount_cents) from payments p join refunds r on r.payment_id = p.id
        where p.order_id = o.id and r.done_at is null and r.failed_at is null), 0)
      - coalesce((select sum(oc.cents) from order_charges oc where oc.order_id = o.id), 0) > 0);

comment on view rental_fees is
  'The rentals that carry the registration fee of their renter. Canceled ones do not, and neither do completed ones of which everything '
  'but their charges went back or is on its way back: their fee goes back as well.';
