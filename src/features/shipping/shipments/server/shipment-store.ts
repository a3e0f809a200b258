import type { Order } from '#features/orders/orders/model/order.ts';
import { needsMakersLetter } from '#features/payments/order-acts/model/order-facts.ts';
import { type Queryable, rowsOf, statement } from '#lib/server/database/postgres.ts';
import type { Orders, ShipmentTermSteps } from '#lib/server/database/rows.ts';
import type { ProvingFile, ShipmentFacts } from '../model/progress.ts';
import { dueAt, type PlannedPayment, type StepTerms } from '../model/schedule.ts';
import type { ShipmentEvent } from '../model/shipment-event.ts';
import { STEPS_OF, type Step, type StepOwner } from '../model/step.ts';

/** A sailing that a car is on. */
type CarSailing = {
  id: number;
  vessel: string;
  imo: string;
  voyage: string;
  carrier: string;
  fromPlace: string;
  toPlace: string;
  container: string | null;
  seal: string | null;
};

/** A change of one step of an order's schedule. */
export type ScheduleChange = { id: string; step: Step; owner: StepOwner; dueAt: Date; reason: string; madeAt: Date };

export type ShipmentCar = {
  listingId: number;
  sellerId: number;
  facts: ShipmentFacts;
  sailing: CarSailing | null;
};

/** The shipment of an order: what the steps of each of its cars depend on. */
export type Shipment = {
  orderId: number;
  buyerId: number;
  cars: ShipmentCar[];
  /** The changes of its schedule, the oldest first. */
  changes: ScheduleChange[];
  /** Whether these are all cars of the order. */
  isWhole: boolean;
};

type OrderRow = Pick<Orders, 'id' | 'user_id' | 'offer' | 'life' | 'created_at' | 'ended_at'> & {
  terms: number;
  listing_id: number;
  seller_id: number;
  pick_up_at: Date | null;
  return_at: Date | null;
  return_by: Date | null;
  time_zone: string | null;
  registered: string | null;
};
const ORDERS = statement(`
  select o.id, o.user_id, o.offer, o.life, o.created_at, o.ended_at, c.listing_id, c.seller_id, rt.pick_up_at, rt.return_at, rt.return_by, rt.time_zone,
    l.first_registration_month as registered,
    coalesce((select max(version) from shipment_terms where made_at <= o.created_at), 1) as terms
  from orders o join order_cars c on c.order_id = o.id join listings l on l.id = c.listing_id
    left join rental_times rt on rt.order_id = o.id
  where o.id = any($1::bigint[]) order by o.id, c.listing_id`);

type PlanRow = { orderId: number; isDeposit: boolean; dueAt: Date; paidAt: Date | null };
const PLAN = statement(`
  select i.order_id as "orderId", i.kind = 'deposit' as "isDeposit", i.due_at as "dueAt",
    case when a.cents >= i.amount_cents then a.at end as "paidAt"
  from plan_items i join orders o on o.id = i.order_id and o.plan_version = i.version
    cross join lateral (select coalesce(sum(cents), 0) as cents, max(at) as at from allocations where plan_item_id = i.id) a
  where i.order_id = any($1::bigint[]) order by i.order_id, i.position`);

type EventRow = ShipmentEvent & { orderId: number; listingId: number | null };
const EVENT = `e.id, e.step, e.certainty, e.happens_at as "happensAt", e.time_zone as "timeZone", e.place, e.captured_at as "capturedAt",
  e.told_at as "toldAt", e.actor, e.note, e.paper, e.bill_number as "billNumber", e.bill_form as "billForm", e.evidence,
  e.sailing_id as "sailingId"`;
/** A withdrawn event proves nothing. */
const COUNTS = 'not exists (select from shipment_withdrawals w where w.event_id = e.id)';
const EVENTS = statement(`
  select e.order_id as "orderId", e.listing_id as "listingId", ${EVENT}, e.vessel, e.imo, e.voyage, e.container, e.seal
  from shipment_events e where e.order_id = any($1::bigint[]) and ${COUNTS}
  union all
  select c.order_id, c.listing_id, ${EVENT}, s.vessel, s.imo, s.voyage, c.container, c.seal
  from sailing_cars c join sailings s on s.id = c.sailing_id join shipment_events e on e.sailing_id = s.id
  where c.order_id = any($1::bigint[]) and c.removed_at is null and ${COUNTS}`);

type ChangeRow = ScheduleChange & { orderId: number };
const CHANGES = statement(`
  select id, order_id as "orderId", step, owner, due_at as "dueAt", reason, made_at as "madeAt" from order_schedule_changes
  where order_id = any($1::bigint[]) order by made_at, id`);

type SailingRow = CarSailing & { orderId: number; listingId: number };
const SAILINGS = statement(`
  select c.order_id as "orderId", c.listing_id as "listingId", s.id, s.vessel, s.imo, s.voyage, s.carrier, s.from_place as "fromPlace",
    s.to_place as "toPlace", c.container, c.seal
  from sailing_cars c join sailings s on s.id = c.sailing_id
  where c.order_id = any($1::bigint[]) and c.removed_at is null`);

type FileRow = ProvingFile & { orderId: number; listingId: number | null };
/** A withdrawn file proves nothing. */
const FILES = statement(`
  select order_id as "orderId", listing_id as "listingId", id, kind, step, name from order_files f
  where order_id = any($1::bigint[]) and not exists (select from file_withdrawals w where w.file_id = f.id) order by told_at, id`);

const TERMS = statement(`
  select version, step, owner, counts_from, days from shipment_term_steps where version = any($1::int[])`);

/** Reads the shipments of several orders by order id. */
export async function loadShipments(db: Queryable, orderIds: number[]): Promise<Map<number, Shipment>> {
  const orders = await rowsOf<OrderRow>(db, ORDERS, [orderIds]);
  const terms = await termsOf(db, [...new Set(orders.map((order) => order.terms))]);
  const plans = await groupedByOrder<PlanRow>(db, PLAN, orderIds);
  const events = await groupedByOrder<EventRow>(db, EVENTS, orderIds);
  const sailings = await groupedByOrder<SailingRow>(db, SAILINGS, orderIds);
  const files = await groupedByOrder<FileRow>(db, FILES, orderIds);
  const changes = await groupedByOrder<ChangeRow>(db, CHANGES, orderIds);
  const shipments = new Map<number, Shipment>();
  for (const order of orders) {
    const { id: orderId, user_id: buyerId, listing_id: listingId, seller_id: sellerId } = order;
    const isOfCar = (row: { listingId: number | null }) => row.listingId === null || row.listingId === listingId;
    const plan = plans.get(orderId) ?? [];
    const car: ShipmentCar = {
      listingId,
      sellerId,
      sailing: (sailings.get(orderId) ?? []).find(isOfCar) ?? null,
      facts: {
        offer: order.offer,
        life: order.life,
        orderedAt: order.created_at,
        endedAt: order.ended_at,
        deposit: paymentOf(plan.filter(({ isDeposit }) => isDeposit)),
        balance: paymentOf(plan.filter(({ isDeposit }) => !isDeposit)),
        rental: rentalOf(order),
        terms: terms.get(order.terms) ?? {},
        changes: Object.fromEntries((changes.get(orderId) ?? []).map((change) => [change.step, change])),
        events: (events.get(orderId) ?? []).filter(isOfCar),
        files: (files.get(orderId) ?? []).filter(isOfCar),
        needsMakersLetter: order.offer === 'Sell' && needsMakersLetter(order.registered, order.created_at),
      },
    };
    const shipment = shipments.get(orderId) ?? {
      orderId,
      buyerId,
      cars: [],
      changes: changes.get(orderId) ?? [],
      isWhole: true,
    };
    shipment.cars.push(car);
    shipments.set(orderId, shipment);
  }
  return shipments;
}

function rentalOf({ pick_up_at: startsAt, return_at: endsAt, return_by: returnBy, time_zone: timeZone }: OrderRow) {
  return startsAt && endsAt && returnBy && timeZone !== null ? { startsAt, endsAt, returnBy, timeZone } : null;
}

async function termsOf(db: Queryable, versions: number[]): Promise<Map<number, StepTerms>> {
  const rows = await rowsOf<ShipmentTermSteps>(db, TERMS, [versions]);
  const byVersion = Map.groupBy(rows, ({ version }) => version);
  return new Map([...byVersion].map(([version, steps]) => [version, toTerms(steps)]));
}

type TermRow = Pick<ShipmentTermSteps, 'step' | 'owner' | 'counts_from' | 'days'>;

function toTerms(rows: TermRow[]): StepTerms {
  return Object.fromEntries(
    rows.map(({ step, owner, counts_from: countsFrom, days }) => [step, { owner, countsFrom, days }]),
  );
}

async function groupedByOrder<Row extends { orderId: number }>(
  db: Queryable,
  query: typeof PLAN,
  orderIds: number[],
): Promise<Map<number, Row[]>> {
  return Map.groupBy(await rowsOf<Row>(db, query, [orderIds]), ({ orderId }) => orderId);
}

/** Combines items into one payment, which is paid when the last of them is; null without items. */
function paymentOf(items: PlanRow[]): PlannedPayment | null {
  if (items.length === 0) return null;
  const times = items.map(({ paidAt }) => paidAt);
  return {
    dueAt: last(items.map(({ dueAt }) => dueAt)),
    paidAt: times.every((time) => time !== null) ? last(times) : null,
  };
}

const last = (times: Date[]) => new Date(Math.max(...times.map(Number)));

const CURRENT_TERMS = statement(`
  select step, owner, counts_from, days from shipment_term_steps
  where version = coalesce((select max(version) from shipment_terms where made_at <= $1), 1)`);

/** Returns the due days of the first and the last step after the deposit of a new sale; null for rentals. */
export async function plannedDays(
  db: Queryable,
  { offer, createdAt }: Pick<Order, 'offer' | 'createdAt'>,
  balanceDueAt: Date | null,
): Promise<{ first: Date; last: Date } | null> {
  if (offer === 'Rent') return null;
  const terms = toTerms(await rowsOf<TermRow>(db, CURRENT_TERMS, [createdAt]));
  const balance = balanceDueAt && { dueAt: balanceDueAt, paidAt: null };
  const facts = { orderedAt: createdAt, deposit: null, terms, changes: {}, balance, rental: null };
  const days = STEPS_OF[offer]
    .filter((step) => step !== 'deposit' && (step !== 'balance' || balance))
    .map((step) => dueAt(step, facts).getTime());
  return { first: new Date(Math.min(...days)), last: new Date(Math.max(...days)) };
}
