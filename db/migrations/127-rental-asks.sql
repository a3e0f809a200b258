-- What renters wait for: a check of their license, or an answer to a request to keep the car for longer.

create view rental_asks as
  select a.order_id, min(a.since) as since from (
    select order_id, sent_at as since from rental_drivers where is_accepted is null
    union all
    select order_id, asked_at from rental_extensions where answer is null
  ) a join orders o on o.id = a.order_id and o.life = 'active'
  group by a.order_id;

comment on view rental_asks is
  'The live rentals whose renter waits for a check of the license or for an answer to a request for more days, and since when. No decision reads it.';
