import { issueProForma } from '#features/orders/billing/server/pro-forma.ts';
import type { OrderCar } from '#features/orders/orders/model/order.ts';
import type { OrderDeps } from '#features/orders/orders/server/order-deps.ts';
import { mailHold, mailTakenOut } from '#features/orders/orders/server/order-mails.ts';
import {
  carsOfOrders,
  findOrder,
  lockOrderAndCars,
  orderNotFound,
} from '#features/orders/orders/server/order-store.ts';
import { firstPaymentOf, PLAN_OFFERS } from '#features/payments/order-terms/model/order-terms.ts';
import { askOrder, linesOfOrder, lockHold, reduceHold } from '#features/payments/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { type Queryable, rowsOf, statement, withTransaction } from '#lib/server/database/postgres.ts';

const sumOf = (cars: OrderCar[], key: 'priceCents' | 'taxCents' | 'feeCents' | 'totalCents') =>
  cars.reduce((cents, car) => cents + car[key], 0);

/**
 * Removes a car from a held order: puts it back on sale, lowers the plan and renews the pro-forma invoice. Throws for the only car, and after
 * money has arrived, because bookings and documents then name all cars.
 */
export async function takeCarOut(
  deps: OrderDeps,
  userId: number,
  orderId: number,
  listingId: number,
  t: Translator,
): Promise<void> {
  const { pool, clock } = deps.payments;
  if ((await findOrder(pool, orderId))?.userId !== userId) throw orderNotFound();
  await withTransaction(pool, async (db) => {
    const { order } = await lockOrderAndCars(db, orderId);
    const hold = await lockHold(db, orderId);
    await askOrder(db, orderId, 'take_out', { now: clock.now() });
    if (!order || !hold) throw new AppError('conflict', 'no hold', { messageKey: 'orders.takeOut.late' });
    if ((await linesOfOrder(db, orderId)).length > 0) {
      throw new AppError('conflict', 'shipping is priced for all cars', { messageKey: 'orders.takeOut.transport' });
    }
    const cars = (await carsOfOrders(db, [orderId])).get(orderId) ?? [];
    const left = cars.filter((car) => car.listingId !== listingId);
    const [first] = left;
    if (left.length === cars.length) {
      throw new AppError('not_found', 'no such car in the order', { messageKey: 'orders.takeOut.notIn' });
    }
    if (!first) throw new AppError('conflict', 'the only car', { messageKey: 'orders.takeOut.only' });
    const before = sumOf(cars, 'totalCents');
    const plan = PLAN_OFFERS.find((offer) => firstPaymentOf(offer, before) === hold.amountCents);
    if (!plan) throw new Error(`order ${orderId} has no known plan`);
    const totalCents = sumOf(left, 'totalCents');
    const depositCents = firstPaymentOf(plan, totalCents);
    await removeCar(db, orderId, listingId);
    for (const car of cars.filter((one) => one.listingId === listingId)) await mailTakenOut(db, deps, order, car);
    await planAnew(db, orderId, depositCents, totalCents - depositCents);
    await reduceHold(db, hold.id, listingId, {
      listingId: first.listingId,
      priceCents: sumOf(left, 'priceCents'),
      taxCents: sumOf(left, 'taxCents'),
      feeCents: sumOf(left, 'feeCents'),
      totalCents,
      amountCents: depositCents,
    });
    await mailHold(db, deps, orderId, 'changed');
    await issueProForma(db, { documents: deps.documents, clock }, orderId, t.locale);
  });
}

const REMOVE = statement('delete from order_cars where order_id = $1 and listing_id = $2');

/** Throws if steps or files of the car were recorded already. */
async function removeCar(db: Queryable, orderId: number, listingId: number): Promise<void> {
  await rowsOf(db, REMOVE, [orderId, listingId]).catch((error: { code?: string }) => {
    const isNamed = error.code === '23503';
    throw isNamed ? new AppError('conflict', 'steps name the car', { messageKey: 'orders.takeOut.late' }) : error;
  });
}

const PLAN = statement(`
  insert into plan_items (order_id, version, position, kind, amount_cents, due_at)
  select i.order_id, i.version + 1, i.position, i.kind, case i.kind when 'deposit' then $2::bigint else $3 end, i.due_at
  from plan_items i join orders o on o.id = i.order_id and o.plan_version = i.version where o.id = $1`);
const SWITCH = statement('update orders set plan_version = plan_version + 1 where id = $1');

/** Replaces the plan. Nothing was received for the old one. */
async function planAnew(db: Queryable, orderId: number, depositCents: number, balanceCents: number): Promise<void> {
  await rowsOf(db, PLAN, [orderId, depositCents, balanceCents]);
  await rowsOf(db, SWITCH, [orderId]);
}
