import { anyOf, type Queryable, rowsOf, statement } from '#lib/server/database/postgres.ts';
import { ABOARD_STEPS, type CarFacts, needsMakersLetter, type OrderFacts } from '../model/order-facts.ts';

type OrderRow = Omit<OrderFacts, 'terms' | 'priceCents' | 'cars'> & OrderFacts['terms'];
/** SQL condition: the card hold of payment p is still valid. */
export const IS_CARD_HELD = `p.state = 'authorised' and p.expires_at > now()`;
/**
 * SQL: when order o was first booked with money that pays for it again. The days of free cancellation do not begin again when a match or a move was
 * undone and made again. Null if that did not happen.
 */
const FIRST_BOOKED = `
      select min(bk.created_at) from payments p join bookings bk on bk.payment_id = p.id
      where p.order_id = o.id and bk.created_at < b.created_at and (
        exists (select from line_matches m join live_line_matches again on again.line_id = m.line_id
          where m.payment_id = p.id and again.order_id = o.id)
        or exists (select from line_matches m join statement_lines l on l.id = m.line_id
          where m.payment_id = p.id and not m.payer_differs and l.counterparty <> '')
        or exists (select from money_moves m join money_moves again on again.from_order_id = m.from_order_id and again.to_order_id = o.id
          where m.to_payment_id = p.id and again.to_payment_id <> p.id and again.undoes is null))`;
/** The only place that knows the tables of all features that decide about an order. */
const ORDERS = statement(`
  select o.id, o.offer, o.life, t.requires_balance as "requiresBalance", t.requires_contract as "requiresContract",
    t.requires_steps as "requiresSteps", t.cancel_free_days as "cancelFreeDays", t.cancel_until as "cancelUntil",
    t.kept_cancel_bps as "keptCancelBps", t.kept_unpaid_bps as "keptUnpaidBps", o.ended_at as "endedAt",
    coalesce(case when b.created_at is not null then (${FIRST_BOOKED}) end, b.created_at, o.created_at) as "bookedAt", rt.pick_up_at as "startsAt", rt.return_by as "returnBy",
    m.owed_cents - m.received_cents - m.shortfall_cents as "openCents", m.received_cents as "receivedCents",
    exists (select from payments p where p.order_id = o.id and p.state = 'voided' and p.outcome = 'lapsed') as "isLapsed",
    exists (select from allocations a where a.order_id = o.id and a.cents > 0 and not exists (
      select from line_matches lm join line_match_undos u on u.match_id = lm.id where lm.payment_id = a.payment_id) and not exists (
      select from money_moves undo where undo.undoes is not null and undo.from_payment_id = a.payment_id)) as "wasPaid",
    b.created_at is not null as "wasBooked",
    coalesce((select i.amount_cents from plan_items i where i.order_id = o.id and i.version = o.plan_version and i.kind = 'deposit'
      order by i.position limit 1), 0) as "depositCents",
    coalesce((select s.held_cents from order_security s where s.order_id = o.id), 0) as "securityHeldCents",
    case when o.offer = 'Rent' then greatest(t.security_cents
      - coalesce((select s.taken_cents from order_security s where s.order_id = o.id), 0)
      - case when card.ends_at > greatest(rt.return_by, now() + interval '1 day') then card.cents else 0 end, 0)
      else 0 end as "securityMissingCents",
    card.cents is not null as "isCardHeld",
    o.offer = 'Rent' and exists (select from card_holds h join payments p on p.id = h.payment_id
      where h.order_id = o.id and p.state = 'created') as "isCardAsked",
    o.offer <> 'Rent' or t.renter_min_age = 0 or exists (
      select from rental_drivers d where d.order_id = o.id and d.is_accepted
        and license_fits(d.born_on, d.valid_until, t.renter_min_age, rt.pick_up_at, rt.return_at, rt.time_zone)) as "hasLicense",
    awaits_car(o.id) as "refundsAwaitReturn",
    exists (select from claims c join claim_decisions d on d.claim_id = c.id
      where c.order_id = o.id and d.to_buyer_cents > 0 and not d.ends_order) as "isReduced",
    exists (select from watch_hits h where h.order_id = o.id and h.cleared_at is null) as "isChecked",
    exists (select from order_freezes f where f.order_id = o.id and f.ended_at is null and f.claim_id is not null) as "isClaimed",
    exists (select from order_freezes f where f.order_id = o.id and f.ended_at is null and f.claim_id is null) as "isDisputed",
    exists (select from contract_acceptances a where a.order_id = o.id and a.party = 'buyer') as "contractAccepted",
    exists (select from consignees c where c.order_id = o.id and c.applied_at is not null) as "hasConsignee",
    (select tt.term from order_trade_terms tt where tt.order_id = o.id order by tt.version desc limit 1) as "tradeTerm",
    coalesce((select p.days from seller_payout_terms p join order_cars c on c.seller_id = p.seller_id where c.order_id = o.id
      order by p.id desc limit 1), t.payout_days) as "payoutDays", t.claim_arrival_days as "arrivalDays"
  from orders o join order_terms t on t.version = o.terms_version join order_money m on m.order_id = o.id
    left join lateral (
      select bk.created_at from order_cars c join bookings bk on bk.id = c.booking_id
      where c.order_id = o.id order by bk.id limit 1) b on true
    left join rental_times rt on rt.order_id = o.id
    left join lateral (
      select p.amount_cents as cents, p.expires_at as ends_at from card_holds h join payments p on p.id = h.payment_id
      where h.order_id = o.id and ${IS_CARD_HELD} order by p.id desc limit 1) card on true
  where o.id = ${anyOf('$1')}`);

type CarRow = Omit<CarFacts, 'needsMakersLetter'> & {
  orderId: number;
  totalCents: number;
  registered: string | null;
  orderedAt: Date;
};
/** SQL condition: a step of an order has a report that was not withdrawn. */
export const isReported = (step: 'pick_up' | 'return', order: string) => `exists (
      select from shipment_events e where e.order_id = ${order} and e.step = '${step}' and e.certainty = 'actual'
        and not exists (select from shipment_withdrawals w where w.event_id = e.id))`;
const ABOARD = `'{${ABOARD_STEPS.join()}}'`;
const IS_WITHDRAWN = 'exists (select from shipment_withdrawals w where w.event_id = e.id)';
const CARS = statement(`
  select c.order_id as "orderId", c.listing_id as "listingId", c.total_cents as "totalCents",
    l.first_registration_month as registered, o.created_at as "orderedAt",
    exists (select from sailing_cars s where s.order_id = c.order_id and s.listing_id = c.listing_id and s.removed_at is null) as "isOnSailing",
    exists (select from handovers h where h.order_id = c.order_id and h.listing_id = c.listing_id and h.kind = 'sale') as "isHandedOver",
    exists (select from order_returns r where r.order_id = c.order_id and r.listing_id = c.listing_id and r.returned_at is null) as "isAway",
    exists (select from order_returns r where r.order_id = c.order_id and r.listing_id = c.listing_id and r.returned_at is not null) as "isBack",
    exists (select from car_losses x where x.order_id = c.order_id and x.listing_id = c.listing_id) as "isLost",
    l.status = 'active' and l.deleted_at is null and l.price_cents = c.price_cents
      and not exists (select from sale_claims s where s.listing_id = c.listing_id) as "isFree",
    max(e.happens_at) filter (where e.counts and e.step = 'return') as "returnedAt",
    min(greatest(e.happens_at, e.told_at)) filter (
      where e.counts and e.step in ('arrived', 'discharged', 'released', 'handed_over') and e.actor = 'admin') as "arrivalTold",
    o.offer = 'Rent' and exists (
      select from order_cars other join orders oo on oo.id = other.order_id and oo.life = 'active' where other.listing_id = c.listing_id and other.order_id <> c.order_id
        and ${isReported('pick_up', 'other.order_id')} and not ${isReported('return', 'other.order_id')}) as "isElsewhere",
    coalesce(array_agg(distinct e.paper) filter (where e.counts and e.paper is not null), '{}') as papers,
    coalesce(array_agg(distinct e.step) filter (where e.counts and e.step is not null), '{}') as steps,
    coalesce(array_agg(distinct case when e.step = any(${ABOARD}) then 'aboard' when e.step = 'pick_up' then 'pick_up' else 'papers' end)
      filter (where not e.counts and (e.step = any(${ABOARD}) or e.step = 'pick_up' or e.paper is not null)), '{}')
      as withdrawn
  from order_cars c join orders o on o.id = c.order_id join listings l on l.id = c.listing_id
    left join lateral (
      select e.step, e.paper, e.actor, e.happens_at, e.told_at, not ${IS_WITHDRAWN} as counts from shipment_events e
      where e.order_id = c.order_id and (e.listing_id is null or e.listing_id = c.listing_id) and e.certainty = 'actual'
      union all
      select e.step, e.paper, e.actor, e.happens_at, e.told_at, s.removed_at is null and not ${IS_WITHDRAWN} as counts
      from sailing_cars s join shipment_events e on e.sailing_id = s.sailing_id
      where s.order_id = c.order_id and s.listing_id = c.listing_id and (s.removed_at is null or e.told_at < s.removed_at) and e.certainty = 'actual'
    ) e on true
  where c.order_id = ${anyOf('$1')}
  group by c.order_id, c.listing_id, c.total_cents, c.price_cents, l.id, o.created_at, o.offer
  order by c.order_id, c.listing_id`);

/** Returns facts by order id. Lock the orders before acting on them. */
export async function factsOfOrders(db: Queryable, ids: number[]): Promise<Map<number, OrderFacts>> {
  if (ids.length === 0) return new Map();
  const orders = await rowsOf<OrderRow>(db, ORDERS, [ids]);
  const cars = Map.groupBy(await rowsOf<CarRow>(db, CARS, [ids]), ({ orderId }) => orderId);
  return new Map(orders.map((row) => [row.id, toFacts(row, cars.get(row.id) ?? [])]));
}

function toFacts(row: OrderRow, cars: CarRow[]): OrderFacts {
  const { requiresBalance, requiresContract, requiresSteps } = row;
  const { cancelFreeDays, cancelUntil, keptCancelBps, keptUnpaidBps } = row;
  const cancel = { cancelFreeDays, cancelUntil, keptCancelBps, keptUnpaidBps };
  return {
    ...row,
    terms: { requiresBalance, requiresContract, requiresSteps, ...cancel },
    priceCents: cars.reduce((cents, { totalCents }) => cents + totalCents, 0),
    cars: cars.map((car) => toCar(row, car)),
  };
}

function toCar(
  { offer }: OrderRow,
  { orderId: _id, totalCents: _cents, registered, orderedAt, ...car }: CarRow,
): CarFacts {
  return { ...car, needsMakersLetter: offer === 'Sell' && needsMakersLetter(registered, orderedAt) };
}
