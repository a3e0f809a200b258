import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { PaidQuote } from '#features/catalog/landed-cost/model/import-quote.ts';
import type { PublishedBook, RuleBookCache } from '#features/customs/server/api.ts';
import { orderNumber } from '#features/orders/orders/model/order.ts';
import { ABOARD_STEPS } from '#features/payments/order-acts/model/order-facts.ts';
import {
  answerOf,
  askOrder,
  checkDestination,
  placesOfOrders,
  reasonText,
  recordAnswers,
} from '#features/payments/server/api.ts';
import { actingAdmin, audit } from '#features/people/server/api.ts';
import { countryOfSailing, portOf } from '#features/shipping/shipments/model/port.ts';
import type {
  LoadedResponse,
  SailingBody,
  SailingEventBody,
  SailingRow,
  ToldResponse,
} from '#features/shipping/shipments/model/shipment-contract.ts';
import { surest } from '#features/shipping/shipments/model/shipment-event.ts';
import { isContainerNumber, isImoNumber, plainNumber } from '#features/shipping/shipments/model/transport-numbers.ts';
import { isKnown, lockOrders, lockShipment } from '#features/shipping/shipments/server/event-store.ts';
import { mailStep, noteArrivals } from '#features/shipping/shipments/server/shipment-mails.ts';
import { actOf, checkedEvent, recordEvent, toNewEvent } from '#features/shipping/shipments/server/tell-event.ts';
import { AppError, type FieldProblem } from '#lib/app-error.ts';
import type { Clock } from '#lib/clock.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { type Queryable, withTransaction } from '#lib/server/database/postgres.ts';
import type { Origin } from '#lib/server/http/caller.ts';
import { publishSchedule } from './publish-schedule.ts';
import { type ListedCar, listedCars } from './sailing-list.ts';
import {
  type CarToLoad,
  carsAboard,
  carsToLoad,
  eventsOfSailings,
  findSailing,
  findSameSailing,
  moveToSailing,
  type NewSailing,
  putSailing,
} from './sailing-store.ts';

type Deps = { pool: pg.Pool; clock: Clock; siteOrigin: string; rules: RuleBookCache };
type Admin = { id: number };
type Vessel = Omit<NewSailing, 'adminId'>;
type Answer = Omit<PaidQuote, 'at'>;
type Checked = SailingRow & { cars: CarToLoad[]; listed: ListedCar };

/**
 * Puts cars on a sailing and records when it should leave and arrive, in one transaction. Saves nothing in a dry run or if any row has a
 * problem. A repeated call changes nothing. Emails buyers whose car is now expected on another day.
 */
export async function loadSailing(
  deps: Deps,
  admin: Admin,
  body: SailingBody,
  origin: Origin,
  t: Translator,
): Promise<LoadedResponse> {
  const vessel = checkedVessel(body);
  const listed = listedCars(body);
  // Before the transaction, because reading the rules takes a second connection.
  const book = await deps.rules.newest();
  return withTransaction(deps.pool, async (db) => {
    await lockShipment(db, `voyage ${vessel.imo} ${vessel.voyage}`);
    const known = await findSameSailing(db, vessel);
    const cars = await carsOfList(db, listed);
    const imports = await checkImports(db, { book, clock: deps.clock }, cars, vessel.to_place, t);
    const aboard = known === null ? new Map() : await refusedCars(db, known, cars, deps.clock.now(), t);
    const rows = checkRows(listed, known, cars, new Map([...aboard, ...imports.refused]), t);
    const shown = rows.map(({ cars: _cars, listed: _listed, ...row }) => row);
    const isRefused = rows.some(({ problem }) => problem !== null);
    if (body.dry_run || isRefused) return { sailing_id: null, saved: false, rows: shown };
    const changed = rows.filter(({ outcome }) => outcome !== 'there');
    const orders = [...new Set(changed.flatMap(({ cars }) => cars.map(({ orderId }) => orderId)))];
    // Another sailing ends the export papers of an order, which locks it. Locking all orders by id first prevents deadlocks between lists.
    await lockOrders(db, orders);
    for (const [orderId, answers] of imports.answers)
      await recordAnswers(
        db,
        { siteOrigin: deps.siteOrigin, id: orderId, number: orderNumber(orderId) },
        'sailing',
        answers,
      );
    const id = await putSailing(db, { ...vessel, adminId: admin.id });
    const mails = { siteOrigin: deps.siteOrigin, now: deps.clock.now() };
    // Records the arrival date that buyers know before their car moves to another vessel.
    await noteArrivals(db, mails, orders);
    for (const { cars, listed: row } of changed) {
      const place = { container: row.container ?? null, seal: row.seal ?? null };
      for (const { orderId, listingId } of cars) await moveToSailing(db, id, { orderId, listingId, ...place });
    }
    await tellTimes(db, deps, admin, id, body);
    await noteArrivals(db, mails, orders);
    await publishSchedule(db, deps.clock.now());
    const details = { sailing: id, cars: rows.length };
    await audit(db, origin, { actor: actingAdmin(admin.id), action: 'sailing loaded', details });
    return { sailing_id: id, saved: true, rows: shown };
  });
}

function checkedVessel(body: SailingBody): Vessel {
  const fields: Record<string, FieldProblem> = {};
  const imo = plainNumber(body.imo);
  const [from, to] = [portOf(body.from_place), portOf(body.to_place)];
  if (!isImoNumber(imo)) fields.imo = { messageKey: 'shipments.problem.imo' };
  if (!from) fields.from_place = { messageKey: 'shipments.problem.place' };
  if (!to) fields.to_place = { messageKey: 'shipments.problem.place' };
  if (from && from === to) fields.to_place = { messageKey: 'shipments.problem.samePlace' };
  if (body.etd !== undefined && body.eta !== undefined && Date.parse(body.eta) <= Date.parse(body.etd))
    fields.eta = { messageKey: 'shipments.problem.etaBeforeEtd' };
  if (!from || !to || Object.keys(fields).length > 0)
    throw new AppError('malformed', 'an impossible sailing', { fields });
  const { vessel, carrier } = body;
  return { vessel, imo, voyage: body.voyage.toUpperCase(), carrier, from_place: from.code, to_place: to.code };
}

function carsOfList(db: Queryable, listed: ListedCar[]): Promise<CarToLoad[]> {
  const orderIds = listed.flatMap(({ car }) => orderIdOf(car) ?? []);
  const vins = listed.map(({ car }) => plainNumber(car)).filter((car) => car.length === 17);
  return carsToLoad(db, orderIds, vins);
}

/** @param refused why cars may not be put on the sailing, by car */
function checkRows(
  listed: ListedCar[],
  sailingId: number | null,
  known: CarToLoad[],
  refused: ReadonlyMap<string, string>,
  t: Translator,
): Checked[] {
  const seen = new Set<string>();
  return listed.map((original, index) => {
    const row = plainRow(original);
    const orderId = orderIdOf(row.car);
    const cars = known.filter((car) => (orderId === null ? car.vin === plainNumber(row.car) : car.orderId === orderId));
    const key = cars.map(keyOf).join();
    const problem =
      problemOf(row, cars, seen.has(key), t) ?? cars.map((car) => refused.get(keyOf(car))).find(Boolean) ?? null;
    seen.add(key);
    const [first] = cars;
    const isThere = sailingId !== null && cars.every((car) => car.sailingId === sailingId);
    const isMoved = cars.some((car) => car.sailingId !== null);
    const outcome = problem !== null ? 'problem' : isThere ? 'there' : isMoved ? 'moved' : 'added';
    return {
      row: index + 1,
      car: row.car,
      number: first ? orderNumber(first.orderId) : null,
      outcome,
      problem,
      cars,
      listed: row,
    };
  });
}

const keyOf = ({ orderId, listingId }: Pick<CarToLoad, 'orderId' | 'listingId'>) => `${orderId}-${listingId}`;

/**
 * Asks the import rules about the cars in the country that the vessel brings them to. Returns the answers to store by order, and why cars
 * may not go there, by car.
 */
async function checkImports(
  db: Queryable,
  deps: { book: PublishedBook; clock: Clock },
  cars: CarToLoad[],
  toPlace: string,
  t: Translator,
): Promise<{ answers: Map<number, Answer[]>; refused: Map<string, string> }> {
  const answers = new Map<number, Answer[]>();
  const refused = new Map<string, string>();
  const orders = [...new Set(cars.map(({ orderId }) => orderId))];
  const places = await placesOfOrders(db, orders);
  for (const car of cars) {
    const { orderId, listingId, offer } = car;
    const goesTo = places.get(orderId)?.find((place) => place.listingId === listingId)?.country ?? null;
    const named = { country: countryOfSailing(goesTo, toPlace.slice(0, 2)), listingId, port: toPlace };
    try {
      const found = await checkDestination(db, deps, { id: orderId, offer }, named, 'shipments.row.prohibited');
      answers.set(orderId, [...(answers.get(orderId) ?? []), ...found]);
    } catch (error) {
      if (!(error instanceof AppError) || !error.options.write) throw error;
      refused.set(keyOf(car), error.options.write(t));
    }
  }
  return { answers, refused };
}

/** Checks cars that join a vessel already loaded, because they count as aboard immediately. Returns the refusals by car. */
async function refusedCars(
  db: Queryable,
  sailingId: number,
  cars: CarToLoad[],
  now: Date,
  t: Translator,
): Promise<Map<string, string>> {
  const events = await eventsOfSailings(db, [sailingId]);
  const reasons = new Map<string, string>();
  if (!events.some(({ step, certainty }) => certainty === 'actual' && ABOARD_STEPS.includes(step))) return reasons;
  await lockOrders(
    db,
    cars.map(({ orderId }) => orderId),
  );
  for (const car of cars.filter((each) => each.sailingId !== sailingId)) {
    const { facts, answer } = await answerOf(db, car.orderId, 'load', now, car.listingId);
    if (answer.may !== 'yes') reasons.set(keyOf(car), reasonText(t, 'load', answer.why, facts));
  }
  return reasons;
}

function plainRow({ car, container, seal }: ListedCar): ListedCar {
  return { car, seal, container: container === undefined ? undefined : plainNumber(container) };
}

/** Returns the id in an order number such as CQ-000123; null for other texts. */
function orderIdOf(car: string): number | null {
  const digits = /^\s*(?:CQ-?)?0*(\d{1,15})\s*$/i.exec(car)?.[1];
  return digits === undefined ? null : Number(digits);
}

function problemOf(
  { container, seal }: ListedCar,
  cars: CarToLoad[],
  isRepeated: boolean,
  t: Translator,
): string | null {
  if (cars.length === 0) return t('shipments.row.unknown');
  if (isRepeated) return t('shipments.row.repeated');
  if (cars.some(({ offer }) => offer === 'Rent')) return t('shipments.row.rental');
  if (cars.some(({ life }) => life !== 'active')) return t('shipments.row.ended');
  if (container !== undefined && !isContainerNumber(container)) return t('shipments.problem.container');
  return seal !== undefined && container === undefined ? t('shipments.problem.sealWithoutContainer') : null;
}

/** Records the expected times, unless they are already shown. */
async function tellTimes(
  db: Queryable,
  deps: Deps,
  admin: Admin,
  id: number,
  { etd, eta }: SailingBody,
): Promise<void> {
  const events = await eventsOfSailings(db, [id]);
  for (const [step, time] of [
    ['sailed', etd],
    ['arrived', eta],
  ] as const) {
    const shown = surest(events.filter((event) => event.step === step));
    if (time === undefined || shown?.happensAt.getTime() === Date.parse(time)) continue;
    const event = { id: randomUUID(), step, certainty: 'estimated' as const, happens_at: time, note: '' };
    await tellSailing(db, deps, admin, id, event);
  }
}

type TellDeps = { clock: Clock; siteOrigin: string };

/**
 * Records an event of a vessel once for all cars on it. Unlike an event of an order, it may be earlier than the order of a car, because a
 * car at sea can be sold again after its order was canceled.
 */
export function reportSailing(
  deps: TellDeps & { pool: pg.Pool },
  admin: Admin,
  sailingId: number,
  body: SailingEventBody,
): Promise<ToldResponse> {
  return withTransaction(deps.pool, async (db) => {
    await lockShipment(db, `sailing ${sailingId}`);
    const told = await tellSailing(db, deps, admin, sailingId, body);
    await publishSchedule(db, deps.clock.now());
    return told;
  });
}

async function tellSailing(
  db: Queryable,
  { clock, siteOrigin }: TellDeps,
  admin: Admin,
  sailingId: number,
  body: SailingEventBody,
): Promise<ToldResponse> {
  const sailing = await findSailing(db, sailingId);
  if (!sailing) throw sailingNotFound();
  const isDeparture = body.step === 'loaded' || body.step === 'sailed';
  const place = isDeparture ? sailing.from_place : sailing.to_place;
  const now = clock.now();
  const event = checkedEvent({ ...body, evidence: [], place }, now);
  const cars = await carsAboard(db, sailingId);
  if (actOf(body, 'operator') === 'load' && !(await isKnown(db, body.id))) {
    await lockOrders(
      db,
      cars.map(({ orderId }) => orderId),
    );
    for (const { orderId, listingId } of cars) await askOrder(db, orderId, 'load', { now, listingId });
  }
  const told = await recordEvent(db, toNewEvent(event, { sailingId }, { role: 'operator', id: admin.id }, now));
  if (told.repeated) return told;
  const orders = cars.map(({ orderId }) => orderId);
  if (body.certainty === 'actual') await mailStep(db, { siteOrigin, now }, orders, body.step);
  if (body.step === 'arrived') await noteArrivals(db, { siteOrigin, now }, orders);
  return told;
}

export const sailingNotFound = () =>
  new AppError('not_found', 'no such sailing', { messageKey: 'shipments.noSailing' });
