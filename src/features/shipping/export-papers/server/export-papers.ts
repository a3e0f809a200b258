import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import { portName } from '#features/customs/import-rules/model/ports.ts';
import { type Order, openCents } from '#features/orders/orders/model/order.ts';
import {
  claimsOf,
  currentConsignee,
  findOrder,
  linesOfTransport,
  lockOrder,
  type OrderFacts,
  orderFacts,
  orderNotFound,
  sellersOfOrder,
} from '#features/orders/server/api.ts';
import { choiceOfOrder } from '#features/payments/server/api.ts';
import { totalOf } from '#features/payments/trade-terms/model/trade-term.ts';
import { type ExportGoods, missingFacts, UNKNOWN_GOODS } from '#features/shipping/export-papers/model/export-goods.ts';
import {
  type ClosedPaper,
  EXPORT_PAPERS,
  type ExportCarResponse,
  type ExportPaperKind,
  type ExportPapersResponse,
  type GoodsBody,
} from '#features/shipping/export-papers/model/export-paper-contract.ts';
import { actorOf, carOf, type Party, shipmentFor } from '#features/shipping/shipments/server/shipment-party.ts';
import { loadShipments } from '#features/shipping/shipments/server/shipment-store.ts';
import { exportPaperCalls } from '#features/shipping/shipping-calls.ts';
import type { ExportCar, PackingListPaper, Papers } from '#features/site/issued-documents/model/papers.ts';
import {
  canonicalJson,
  type DocumentDeps,
  documentsOf,
  downloadOf,
  endedFor,
  issueDocument,
  type StoredDocument,
} from '#features/site/server/api.ts';
import { href } from '#lib/api-client/api-call.ts';
import { AppError } from '#lib/app-error.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { type Queryable, withTransaction } from '#lib/server/database/postgres.ts';
import type { Caller } from '#lib/server/http/caller.ts';
import { LOCALES, recipientTranslator } from '#lib/server/i18n/languages.ts';
import type { MailFile } from '#lib/server/mail/mail.ts';
import { electricCars, goodsOfOrder, insertGoods } from './goods-store.ts';

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

/** Returns why a paper of an order is not issued; null if it is. */
function closedFor(kind: ExportPaperKind, order: Order): ClosedPaper | null {
  if (order.offer !== 'Sell' || (order.life !== 'active' && order.life !== 'completed')) return 'not_booked';
  return kind === 'bill_of_sale' && openCents(order) > 0 ? 'not_paid' : null;
}

/** Sellers do not see what the buyer pays for shipping. */
function mayHave(kind: ExportPaperKind, { role }: Pick<Party, 'role'>): boolean {
  return role !== 'seller' || kind !== 'commercial_invoice';
}

/** Returns the newest paper of a kind for a party of the order. Issues a new one if its content has changed. */
export async function exportPaper(
  deps: DocumentDeps,
  caller: Caller,
  orderId: number,
  kind: ExportPaperKind,
  t: Translator,
): Promise<MailFile> {
  const document = await withTransaction(deps.pool, async (db) => {
    const order = await lockOrder(db, orderId);
    const { shipment, party } = await shipmentFor(db, caller, orderId);
    if (!order || !shipment.isWhole || !mayHave(kind, party)) throw orderNotFound();
    const closed = closedFor(kind, order);
    if (closed !== null) throw new AppError('conflict', closed, { messageKey: `exportPapers.closed.${closed}` });
    return currentOf(db, deps, order, kind, t);
  });
  return downloadOf(deps, document);
}

async function currentOf(
  db: Queryable,
  deps: DocumentDeps,
  order: Order,
  kind: ExportPaperKind,
  t: Translator,
): Promise<StoredDocument> {
  const subject = { kind: 'order', id: order.id };
  const issued = await documentsOf(db, kind, subject);
  const newest = issued.at(-1);
  // A valid paper is not issued again for readers of another language.
  if (newest && LOCALES.includes(newest.locale) && !(await endedFor(db, newest.id))) {
    const { paper } = await paperIn(db, order, kind, recipientTranslator(newest.locale));
    if (newest.paper === canonicalJson(paper)) return newest;
  }
  const { exported, paper } = await paperIn(db, order, kind, t);
  const totalCents = 'totalCents' in paper ? paper.totalCents : null;
  return issueDocument(db, deps, {
    kind,
    subject,
    occasion: `version ${issued.length + 1}`,
    locale: t.locale,
    claims: claimsOf(exported.facts, { totalCents, paidCents: null }),
    paper,
    ...(newest && { replaces: newest }),
  });
}

async function paperIn(db: Queryable, order: Order, kind: ExportPaperKind, t: Translator) {
  const exported = await exportFacts(db, order, t);
  return { exported, paper: await PAPER_OF[kind](db, order, exported, t) };
}

type PaperOf = (db: Queryable, order: Order, exported: ExportFacts, t: Translator) => Promise<Papers[ExportPaperKind]>;

const PAPER_OF: Record<ExportPaperKind, PaperOf> = {
  /** Leaves out inspections, which are a service to the buyer and not part of the customs value. */
  async commercial_invoice(db, { id }, { paper }, t) {
    const lines = [
      ...paper.goods.map(({ name, vin, priceCents: cents }) => {
        const car = vin === null ? name : t('paper.carWithVin', { name, vin });
        return { text: t('paper.export.price', { car }), cents };
      }),
      ...(await linesOfTransport(db, id, t, ['freight', 'insurance', 'inland'])),
    ];
    return { ...paper, lines, totalCents: totalOf(lines) };
  },
  packing_list: async (_db, _order, { paper }) => paper,
  async bill_of_sale(db, { id }, { paper }) {
    const totalCents = paper.goods.reduce((sum, { priceCents }) => sum + priceCents, 0);
    return { ...paper, sellers: (await sellersOfOrder(db, id)).map(({ name }) => name), totalCents };
  },
};

/** The content of the export papers of an order, based on the same facts as its other papers. */
type ExportFacts = { facts: OrderFacts; paper: PackingListPaper };

async function exportFacts(db: Queryable, order: Order, t: Translator): Promise<ExportFacts> {
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

/** Adds the port of loading to FOB once all cars sail from the same port. */
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
