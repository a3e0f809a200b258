import { findOrder, orderFacts, orderNotFound } from '#features/orders/server/api.ts';
import { shipmentFor } from '#features/shipping/shipments/server/shipment-party.ts';
import { href } from '#lib/api-client/api-call.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import type { Caller } from '#lib/server/http/caller.ts';
import { exportPaperCalls } from '../../shipping-calls.ts';
import { missingFacts, UNKNOWN_GOODS } from '../model/export-goods.ts';
import { EXPORT_PAPERS, type ExportCarResponse, type ExportPapersResponse } from '../model/export-paper-contract.ts';
import { electricCars, goodsOfOrder } from './goods-store.ts';
import { closedFor, mayHave } from './issue-export-paper.ts';
import { mayWrite } from './save-goods.ts';

/** Returns the export papers of an order and what is known of its cars, for one of its parties. A seller of some of its cars gets no papers. */
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
