-- Lists orders whose cars are with the buyer, or back from the renter, apart from orders that still wait for the handover.

create or replace view order_queues as
  select w.order_id,
    case
      when h.order_id is not null then 'check'
      when c.order_id is not null then 'claim'
      when w.waits_for = 'transfer' then 'transfer'
      when w.waits_for = 'payment' and w.since < now() then 'overdue'
      when w.waits_for = 'payment' then 'balance'
      when o.offer = 'Sell' and t.requires_contract and a.order_id is null then 'contract'
      when s.step <> 'handed_over' and (t.requires_steps or s.step in ('sailed', 'bill_of_lading', 'arrived', 'discharged', 'released'))
        then 'shipping'
      when d.order_id is not null then 'completion'
      else 'handover'
    end as queue,
    case
      when h.order_id is not null then h.at
      when c.order_id is not null then c.at
      when w.waits_for = 'handover' and s.step <> 'handed_over' then greatest(s.since, w.since)
      when w.waits_for = 'handover' and d.order_id is not null then greatest(d.at, w.since)
      else w.since
    end as since
  from order_waits w
    join orders o on o.id = w.order_id
    join order_terms t on t.version = o.terms_version
    left join (select order_id, min(at) as at from watch_hits where cleared_at is null group by order_id) h on h.order_id = w.order_id
    left join (select order_id, min(opened_at) as at from claims where ended_at is null group by order_id) c on c.order_id = w.order_id
    left join contract_acceptances a on a.order_id = o.id and a.user_id = o.user_id and a.party = 'buyer'
    left join shipment_states s on s.order_id = w.order_id and o.offer = 'Sell'
    left join lateral (
      select p.order_id, max(p.captured_at) as at from handovers p
      where p.order_id = w.order_id and p.kind in ('sale', 'return')
      group by p.order_id
      having count(*) = (select count(*) from order_cars oc where oc.order_id = w.order_id)) d on w.waits_for = 'handover';

comment on view order_queues is
  'The queue of each open order: check, claim, transfer, overdue, balance, contract, shipping, completion or handover, and since when. No decision reads it.';
