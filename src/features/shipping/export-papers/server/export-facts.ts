import { portName } from '#features/customs/import-rules/model/ports.ts';
import type { Order } from '#features/orders/orders/model/order.ts';
import { currentConsignee, type OrderFacts, orderFacts } from '#features/orders/server/api.ts';
import { choiceOfOrder } from '#features/payments/server/api.ts';
import { loadShipments } from '#features/shipping/shipments/server/shipment-store.ts';
import type { ExportCar, PackingListPaper } from '#features/site/issued-documents/model/papers.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import { type ExportGoods, UNKNOWN_GOODS } from '../model/export-goods.ts';
import { goodsOfOrder } from './goods-store.ts';

/** All that export papers say of an order, made of the facts that its other papers have. */
export type ExportFacts = { facts: OrderFacts; paper: PackingListPaper };

export async function exportFacts(db: Queryable, order: Order, t: Translator): Promise<ExportFacts> {
  const facts = await orderFacts(db, order, t);
  const entered = await goodsOfOrder(db, order.id);
  const shipment = (await loadShipments(db, [order.id])).get(order.id);
  const goods = facts.cars.map((car): ExportCar => {
    const known = entered.find(({ listingId }) => listingId === car.listingId) ?? UNKNOWN_GOODS;
    const sailing = shipment?.cars.find(({ listingId }) => listingId === car.listingId)?.sailing ?? null;
    return {
      ...{ name: car.name, vin: car.vin, priceCents: car.priceCents },
      ...{ engineNumber: known.engineNumber, hsCode: known.hsCode, weightKg: known.weightKg, size: sizeOf(known) },
      origin: known.origin === null ? null : t.region(known.origin),
      transport: sailing && {
        ...{ vessel: sailing.vessel, voyage: sailing.voyage, container: sailing.container, seal: sailing.seal },
        ...{ from: portName(sailing.fromPlace), to: portName(sailing.toPlace) },
      },
    };
  });
  const { issuer, order: number, buyer, consignee } = facts;
  const notifyParty = (await currentConsignee(db, order.id))?.notifyParty ?? '';
  const tradeTerm = await termWithPort(db, order.id, facts.tradeTerm, goods, t);
  return { facts, paper: { issuer, order: number, buyer, consignee, notifyParty, tradeTerm, goods } };
}

function sizeOf({ lengthMm, widthMm, heightMm }: ExportGoods): ExportCar['size'] {
  if (lengthMm === null || widthMm === null || heightMm === null) return null;
  return { lengthMm, widthMm, heightMm };
}

/** FOB names the port of loading, once all cars are on sailings from one. */
async function termWithPort(
  db: Queryable,
  orderId: number,
  term: string | null,
  goods: readonly ExportCar[],
  t: Translator,
): Promise<string | null> {
  const ports = new Set(goods.map(({ transport }) => transport?.from ?? null));
  const [port = null] = ports;
  const isFob = (await choiceOfOrder(db, orderId))?.term === 'FOB';
  return isFob && ports.size === 1 && port !== null ? t('paper.term.FOBPort', { port }) : term;
}
