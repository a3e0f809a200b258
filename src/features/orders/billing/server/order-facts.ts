import { carForDocument } from '#features/catalog/server/api.ts';
import { portName } from '#features/customs/import-rules/model/ports.ts';
import { type Consignee, maskedIdNumber } from '#features/orders/orders/model/consignee.ts';
import { type Order, type OrderCar, orderNumber } from '#features/orders/orders/model/order.ts';
import { currentConsignee } from '#features/orders/orders/server/consignee-store.ts';
import { carsOfOrders, findOrderHold } from '#features/orders/orders/server/order-store.ts';
import { choiceOfOrder, linesOfOrder } from '#features/payments/server/api.ts';
import {
  LINE_KINDS,
  type LineKind,
  type TradeChoice,
  totalOf,
} from '#features/payments/trade-terms/model/trade-term.ts';
import { mailAddressOf } from '#features/people/server/api.ts';
import { accountEnd, initialsOf, issuerOf, vinEnd } from '#features/site/issued-documents/model/issuer.ts';
import type { BillPaper, Party } from '#features/site/issued-documents/model/papers.ts';
import { linesOf } from '#features/site/operator/model/operator-fields.ts';
import {
  bankAccountInForce,
  type ClaimedFigures,
  pendingBankAccount,
  readOperator,
} from '#features/site/server/api.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { writtenPhone } from '#lib/server/phone-number.ts';

type NamedCar = OrderCar & { name: string; vin: string | null };

/** The facts that all documents about an order have. */
export type OrderFacts = Pick<BillPaper, 'issuer' | 'order' | 'tradeTerm' | 'buyer' | 'consignee'> & {
  cars: NamedCar[];
};

export async function orderFacts(db: Queryable, order: Order, t: Translator): Promise<OrderFacts> {
  const cars: NamedCar[] = [];
  for (const car of (await carsOfOrders(db, [order.id])).get(order.id) ?? []) {
    const { name, year, vin } = await carForDocument(db, car.listingId);
    cars.push({ ...car, name: `${year} ${name}`, vin });
  }
  const choice = await choiceOfOrder(db, order.id);
  return {
    issuer: issuerOf(await readOperator(db)),
    order: orderNumber(order.id),
    tradeTerm: choice && termOf(choice, t),
    buyer: await buyerOf(db, order, t),
    consignee: await consigneeOf(db, order.id),
    cars,
  };
}

/** The buyer as agreed: as typed for a bank transfer, which banks and customs compare, and otherwise the person of the account. */
async function buyerOf(db: Queryable, { id, userId }: Order, t: Translator): Promise<Party> {
  const account = await mailAddressOf(db, userId);
  const hold = account && (await findOrderHold(db, id));
  if (hold) return { lines: [hold.name, ...linesOf(hold.address), t.region(hold.country)] };
  return { lines: [account?.name ?? t('booking.closedAccount')] };
}

/** The consignee; null if it is the buyer. */
export async function consigneeOf(db: Queryable, orderId: number): Promise<Party | null> {
  const consignee = await currentConsignee(db, orderId);
  return consignee && { lines: linesOfConsignee(consignee) };
}

function linesOfConsignee({ name, address, idNumber, country, phone }: Consignee): string[] {
  const region = new Intl.DisplayNames('en', { type: 'region' }).of(country) ?? country;
  return [name, ...address.split('\n'), region, writtenPhone(phone), maskedIdNumber(idNumber)].filter(
    (line) => line !== '',
  );
}

function termOf({ term, port, place }: TradeChoice, t: Translator): string {
  if (term === 'FOB' || port === null) return t('paper.term.FOB');
  return t(`paper.term.${term}`, { port: portName(port), place });
}

export const carsOnPaper = (cars: NamedCar[]): BillPaper['cars'] => cars.map(({ name, vin }) => ({ name, vin }));

/** Returns one line per kind of transport cost, summed over all cars. */
export async function linesOfTransport(
  db: Queryable,
  orderId: number,
  t: Translator,
  kinds: readonly LineKind[] = LINE_KINDS,
): Promise<BillPaper['lines']> {
  const [choice, transport] = [await choiceOfOrder(db, orderId), await linesOfOrder(db, orderId)];
  const values = { port: portName(choice?.port ?? ''), place: choice?.place ?? '' };
  return kinds
    .map((kind) => ({
      text: t(`paper.line.${kind}`, values),
      cents: totalOf(transport.filter((line) => line.kind === kind)),
    }))
    .filter(({ cents }) => cents > 0);
}

/** Returns a line per car, then tax and fees. Together they are the cost of the order without transport. */
export function linesOfCars(cars: NamedCar[], t: Translator): BillPaper['lines'] {
  const sum = (key: 'taxCents' | 'feeCents') => cars.reduce((cents, car) => cents + car[key], 0);
  const [first] = cars;
  const isOne = cars.length === 1 && first !== undefined;
  return [
    ...cars.map(({ name, vin, priceCents }) => ({ text: isOne ? name : nameWithVin(name, vin), cents: priceCents })),
    { text: isOne ? t('paper.line.taxOf', { car: first.name }) : t('paper.line.taxOfAll'), cents: sum('taxCents') },
    { text: isOne ? t('paper.line.feeOf', { car: first.name }) : t('paper.line.feeOfAll'), cents: sum('feeCents') },
  ].filter(({ cents }) => cents > 0);
}

/** Distinguishes cars of the same model by VIN. */
const nameWithVin = (name: string, vin: string | null) => (vin === null ? name : `${name}, ${vin}`);

export type PayTo = Pick<BillPaper, 'bank' | 'bankChangesAt'> & { version: number | null };

/** Returns the account to pay into, and when a pending one replaces it. */
export async function payTo(db: Queryable, now: Date): Promise<PayTo> {
  const [account, pending] = [await bankAccountInForce(db, now), await pendingBankAccount(db, now)];
  if (!account) return { bank: null, version: null };
  const { holder, bank, account: number, bic, isDemo, version } = account;
  return {
    bank: { holder, bank, account: number, bic, isDemo },
    version,
    ...(pending && { bankChangesAt: pending.effectiveAt.toISOString() }),
  };
}

/** Returns the figures that the public verification page shows. */
export function claimsOf(
  { issuer, buyer, consignee, cars }: OrderFacts,
  { totalCents, paidCents }: { totalCents: number | null; paidCents: number | null },
  payment: { bank: BillPaper['bank']; reference: string } | null = null,
): ClaimedFigures {
  const bank = payment?.bank ?? null;
  const initials = initialsOf(buyer.lines[0] ?? '');
  const party = initials === null ? null : { role: 'buyer' as const, name: initials };
  return {
    issuer: issuer.lines[0] ?? '',
    currency: 'USD',
    total_cents: totalCents,
    paid_cents: paidCents,
    cars: cars.map(({ name, vin }) => ({ name, vin_end: vinEnd(vin) })),
    party: consignee ? { role: 'consignee', name: consignee.lines[0] ?? '' } : party,
    bank_account_end: bank && accountEnd(bank.account),
    ...(bank && payment && { reference: payment.reference }),
    is_demo: bank?.isDemo ?? false,
  };
}
