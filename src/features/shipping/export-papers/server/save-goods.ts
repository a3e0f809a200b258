import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import type { Order } from '#features/orders/orders/model/order.ts';
import { lockOrder } from '#features/orders/server/api.ts';
import { carOf } from '#features/shipping/shipments/server/shipment-car.ts';
import { actorOf, type Party, shipmentFor } from '#features/shipping/shipments/server/shipment-party.ts';
import { AppError } from '#lib/app-error.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import type { Caller } from '#lib/server/http/caller.ts';
import type { ExportGoods } from '../model/export-goods.ts';
import type { GoodsBody } from '../model/goods-form.ts';
import { goodsOfOrder, insertGoods } from './goods-store.ts';

/**
 * Records what export papers say of a car, as its seller or the office. The papers from before are outdated then. The same facts again
 * change nothing. Throws if somebody else has entered others meanwhile, the order has no export papers any more, or it is completed and a seller writes.
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

/** After the end of an order, its papers are proofs that only the office corrects. */
export function mayWrite({ offer, life }: Pick<Order, 'offer' | 'life'>, { role }: Pick<Party, 'role'>): boolean {
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
