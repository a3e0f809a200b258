import { portName } from '#features/customs/import-rules/model/ports.ts';
import { type Order, openCents } from '#features/orders/orders/model/order.ts';
import {
  claimsOf,
  currentConsignee,
  linesOfTransport,
  lockOrder,
  type OrderFacts,
  orderFacts,
  orderNotFound,
  sellersOfOrder,
} from '#features/orders/server/api.ts';
import { choiceOfOrder } from '#features/payments/server/api.ts';
import { totalOf } from '#features/payments/trade-terms/model/trade-term.ts';
import { type Party, shipmentFor } from '#features/shipping/shipments/server/shipment-party.ts';
import { loadShipments } from '#features/shipping/shipments/server/shipment-store.ts';
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
import { AppError } from '#lib/app-error.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { withTransaction } from '#lib/server/database/postgres.ts';
import type { Caller } from '#lib/server/http/caller.ts';
import { LOCALES, recipientTranslator } from '#lib/server/i18n/languages.ts';
import type { MailFile } from '#lib/server/mail/mail.ts';
import { type ExportGoods, UNKNOWN_GOODS } from '../model/export-goods.ts';
import type { ClosedPaper, ExportPaperKind } from '../model/export-paper-contract.ts';
import { goodsOfOrder } from './goods-store.ts';

/** Returns why a paper of an order is not issued; null if it is. */
export function closedFor(kind: ExportPaperKind, order: Order): ClosedPaper | null {
  if (order.offer !== 'Sell' || (order.life !== 'active' && order.life !== 'completed')) return 'not_booked';
  return kind === 'bill_of_sale' && openCents(order) > 0 ? 'not_paid' : null;
}

/** Sellers do not see what the buyer pays for shipping. */
export function mayHave(kind: ExportPaperKind, { role }: Pick<Party, 'role'>): boolean {
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
