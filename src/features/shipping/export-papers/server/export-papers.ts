import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import type { Order } from '#features/orders/orders/model/order.ts';
import { findOrder, lockOrder, orderFacts, orderNotFound } from '#features/orders/server/api.ts';
import { actorOf, carOf, type Party, shipmentFor } from '#features/shipping/shipments/server/shipment-party.ts';
import { href } from '#lib/api-client/api-call.ts';
import { AppError } from '#lib/app-error.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { withTransaction } from '#lib/server/database/postgres.ts';
import type { Caller } from '#lib/server/http/caller.ts';
import { exportPaperCalls } from '../../shipping-calls.ts';
import { type ExportGoods, missingFacts, UNKNOWN_GOODS } from '../model/export-goods.ts';
import {
  EXPORT_PAPERS,
  type ExportCarResponse,
  type ExportPapersResponse,
  type GoodsBody,
} from '../model/export-paper-contract.ts';
import { electricCars, goodsOfOrder, insertGoods } from './goods-store.ts';
import { closedFor, mayHave } from './issue-export-paper.ts';

/** Returns the export papers of an order and the facts of its cars, for one of its parties. A seller of only some of the cars gets no papers. */
export async function readExportPapers(
  db: Queryable,
  caller: Caller,
  orderId: number,
  t: Translator,
): Promise<ExportPapersResponse> {
  const { shipment, party } = await shipmentFor(db, caller, orderId);
  const order = await findOrder(db, orderId);
  if (!order) throw orderNotFound();
  const { cars } = await orderFacts(db, order, t);
  const [entered, electric] = [await goodsOfOrder(db, orderId), await electricCars(db, orderId)];
  const carOf = ({ listingId, sailing }: (typeof shipment.cars)[number]): ExportCarResponse => {
    const stored = entered.find((goods) => goods.listingId === listingId);
    const goods = stored ?? UNKNOWN_GOODS;
    const car = cars.find((each) => each.listingId === listingId);
    const vin = car?.vin ?? null;
    const isElectric = electric.includes(listingId);
    return {
      listing_id: listingId,
      name: car?.name ?? '',
      vin,
      version: stored?.id ?? null,
      hs_code: goods.hsCode,
      engine_number: goods.engineNumber,
      origin: goods.origin,
      weight_kg: goods.weightKg,
      length_mm: goods.lengthMm,
      width_mm: goods.widthMm,
      height_mm: goods.heightMm,
      missing: missingFacts(goods, { vin, isElectric, loadingPort: sailing?.fromPlace ?? null }),
    };
  };
  const isSale = order.offer === 'Sell';
  return {
    may_write: mayWrite(order, party),
    papers:
      isSale && shipment.isWhole
        ? EXPORT_PAPERS.filter((kind) => mayHave(kind, party)).map((kind) => ({
            kind,
            closed: closedFor(kind, order),
            url: href(exportPaperCalls.file, { params: { id: orderId, kind } }),
          }))
        : [],
    cars: isSale ? shipment.cars.map(carOf) : [],
  };
}

/**
 * Stores the facts about a car for export papers, as its seller or the office. Papers issued before become outdated. Saving the same facts
 * again changes nothing. Throws if the facts have changed since `seen`, if the order has no export papers, or if a seller saves them after
 * the order is completed.
 */
export function saveGoods(
  pool: pg.Pool,
  caller: Caller,
  { id: orderId, listing }: { id: number; listing: number },
  body: GoodsBody,
): Promise<void> {
  return withTransaction(pool, async (db) => {
    const order = await lockOrder(db, orderId);
    const { shipment, party } = await shipmentFor(db, caller, orderId);
    const listingId = carOf(shipment, listing);
    if (party.role === 'buyer' || listingId === null)
      throw new AppError('forbidden', 'buyers do not enter facts', { messageKey: 'exportPapers.notYours' });
    if (order?.offer !== 'Sell' || order.life === 'cancelled')
      throw new AppError('conflict', 'no export', { messageKey: 'exportPapers.closed.not_booked' });
    if (!mayWrite(order, party))
      throw new AppError('conflict', 'the order is completed', { messageKey: 'exportPapers.completed' });
    const current = (await goodsOfOrder(db, orderId)).find((goods) => goods.listingId === listingId);
    const goods = goodsOf(body);
    if (current && isDeepStrictEqual({ ...current, ...goods }, current)) return;
    if ((current?.id ?? null) !== body.seen)
      throw new AppError('conflict', 'others were entered meanwhile', { messageKey: 'exportPapers.changed' });
    await insertGoods(db, { orderId, listingId, goods, ...actorOf(party) });
  });
}

/** Once an order is completed, its papers are evidence that only the office may correct. */
function mayWrite({ offer, life }: Pick<Order, 'offer' | 'life'>, { role }: Pick<Party, 'role'>): boolean {
  return offer === 'Sell' && role !== 'buyer' && life !== 'cancelled' && (life !== 'completed' || role === 'operator');
}

const goodsOf = (body: GoodsBody): ExportGoods => ({
  hsCode: body.hs_code,
  engineNumber: body.engine_number,
  origin: body.origin,
  weightKg: body.weight_kg,
  lengthMm: body.length_mm,
  widthMm: body.width_mm,
  heightMm: body.height_mm,
});
