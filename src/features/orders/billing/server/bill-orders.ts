import { type Order, orderNumber } from '#features/orders/orders/model/order.ts';
import { carsOfOrders, lockOrder } from '#features/orders/orders/server/order-store.ts';
import { planOfOrder } from '#features/orders/orders/server/plan-store.ts';
import { dayOf } from '#features/payments/payments/model/calendar-day.ts';
import { postBill, setReceivable, setReducedTax } from '#features/payments/server/api.ts';
import { totalOf } from '#features/payments/trade-terms/model/trade-term.ts';
import type { BillPaper } from '#features/site/issued-documents/model/papers.ts';
import {
  type DocumentDeps,
  documentsOf,
  issueDocument,
  mayIssueInvoices,
  type StoredDocument,
} from '#features/site/server/api.ts';
import type { Clock } from '#lib/clock.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { type Queryable, withTransaction } from '#lib/server/database/postgres.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import { type Run, workInTurn } from '#lib/server/jobs/job-runs.ts';
import { billsOf, creditNotesOf, nextReductionOf, reductionOf, sumsOf } from '../model/billing.ts';
import {
  billAgainIn,
  billingFactsOf,
  claimOrdersToBill,
  costOf,
  handBackOrdersToBill,
  refundsOfOrder,
} from './billing-store.ts';
import {
  carsOnPaper,
  claimsOf,
  linesOfCars,
  linesOfTransport,
  type OrderFacts,
  orderFacts,
  payTo,
} from './order-facts.ts';

type BillingDeps = DocumentDeps & { clock: Clock };

const BATCH = 20;
const MAX_ROUNDS = 10;
const LEASE_S = 60;
/** Delay before an order is retried while the operator's company or account is missing. */
const WAIT_S = 300;

/**
 * Issues missing invoices and credit notes and posts what buyers owe. A worker runs it, so checkouts neither wait for document numbers
 * nor fail while the operator's details are missing. Errors are reported per order.
 */
export async function billOrders(deps: BillingDeps, onError: (error: unknown) => void, run?: Run): Promise<void> {
  const { pool } = deps;
  for (let round = 0; round < MAX_ROUNDS && !run?.stopping.aborted; round++) {
    const ids = await claimOrdersToBill(pool, BATCH, LEASE_S);
    await workInTurn(ids, {
      pool,
      queue: 'bills',
      work: (id) => billOrder(deps, id),
      handBack: (left) => handBackOrdersToBill(pool, left, LEASE_S),
      onError,
      run,
    });
    if (ids.length < BATCH) return;
  }
}

async function billOrder(deps: BillingDeps, orderId: number): Promise<void> {
  await withTransaction(deps.pool, async (db) => {
    const order = await lockOrder(db, orderId);
    if (!order) return;
    const facts = await billingFactsOf(db, order);
    const bills = billsOf(facts);
    if (bills.invoiceCents > 0 && !(await mayIssueInvoices(db, deps.clock.now())).may) {
      await billAgainIn(db, orderId, WAIT_S);
      return;
    }
    await billAgainIn(db, orderId, null);
    await setReceivable(db, orderId, bills.receivableCents - bills.invoiceCents + bills.creditCents);
    if (bills.invoiceCents > 0) await invoice(deps, db, order, bills.invoiceCents, facts.invoicedCents > 0);
    if (bills.creditCents === 0) return;
    let billedCents = facts.invoicedCents - facts.creditedCents;
    for (const cents of creditNotesOf(order.life, bills.creditCents, await refundsOfOrder(db, orderId))) {
      await credit(deps, db, order, cents, billedCents);
      billedCents -= cents;
    }
    if (order.life === 'completed') await reduceTax(db, order, billedCents);
  });
}

/** Reduces posted tax and registration fee by the credit notes of a completed order. */
async function reduceTax(db: Queryable, { id }: Order, billedCents: number): Promise<void> {
  const cars = (await carsOfOrders(db, [id])).get(id) ?? [];
  const reducedCents = (await costOf(db, id, cars)) - billedCents;
  await setReducedTax(db, id, Math.max(reducedCents, 0), (cents) => reductionOf(cents, sumsOf(cars)));
}

const subjectOf = ({ id }: Order) => ({ kind: 'order', id });

async function invoice(
  deps: BillingDeps,
  db: Queryable,
  order: Order,
  cents: number,
  isChange: boolean,
): Promise<void> {
  const t = recipientTranslator();
  const facts = await orderFacts(db, order, t);
  const to = await payTo(db, deps.clock.now());
  const issued = await documentsOf(db, 'invoice', subjectOf(order));
  const open = (await planOfOrder(db, order.id)).filter(({ amountCents, paidCents }) => paidCents < amountCents);
  const before = billedLines(issued, await documentsOf(db, 'credit_note', subjectOf(order)));
  const lines = await linesOfInvoice(db, facts, order, { cents, before }, t);
  const paidCents = isChange ? 0 : Math.min(order.receivedCents + order.shortfallCents, cents);
  const isPaid = paidCents === cents;
  const bank = isPaid ? null : to.bank;
  const document = await issueDocument(db, deps, {
    kind: 'invoice',
    subject: subjectOf(order),
    occasion: `invoice ${issued.length + 1}`,
    locale: t.locale,
    claims: claimsOf(facts, { totalCents: cents, paidCents }, { bank, reference: order.reference }),
    paper: {
      ...facts,
      cars: carsOnPaper(facts.cars),
      lines,
      totalCents: cents,
      paidCents,
      dueCents: cents - paidCents,
      dueOn: open[0] && !isPaid ? dayOf(open[0].dueAt) : null,
      bank,
      ...(to.bankChangesAt !== undefined && !isPaid && { bankChangesAt: to.bankChangesAt }),
      reference: order.reference,
    },
    bankAccountVersion: isPaid ? null : to.version,
  });
  await postBill(db, order.id, document.id, cents);
}

/**
 * Returns the first set of lines that sums to the amount: the whole order, its cars, its transport, or lines not billed `before` (such as an
 * added registration fee). Falls back to a single line.
 */
async function linesOfInvoice(
  db: Queryable,
  { cars }: OrderFacts,
  { id }: Order,
  { cents, before }: { cents: number; before: BillPaper['lines'] },
  t: Translator,
): Promise<BillPaper['lines']> {
  const [ofCars, ofTransport] = [linesOfCars(cars, t), await linesOfTransport(db, id, t)];
  const all = [...ofCars, ...ofTransport];
  const fitting = [all, ofCars, ofTransport, without(all, before)].find((lines) => totalOf(lines) === cents);
  return fitting ?? [{ text: t('paper.line.change', { order: orderNumber(id) }), cents }];
}

/** @param billedCents what the invoices came to before */
async function credit(
  deps: BillingDeps,
  db: Queryable,
  order: Order,
  cents: number,
  billedCents: number,
): Promise<void> {
  const t = recipientTranslator();
  const facts = await orderFacts(db, order, t);
  const [invoices, issued] = [
    await documentsOf(db, 'invoice', subjectOf(order)),
    await documentsOf(db, 'credit_note', subjectOf(order)),
  ];
  const remainingCents = billedCents - cents;
  const document = await issueDocument(db, deps, {
    kind: 'credit_note',
    subject: subjectOf(order),
    occasion: `credit note ${issued.length + 1}`,
    locale: t.locale,
    claims: claimsOf(facts, { totalCents: cents, paidCents: null }),
    paper: {
      ...facts,
      cars: carsOnPaper(facts.cars),
      invoices: invoices.map(({ number }) => number),
      lines:
        order.life === 'cancelled'
          ? linesOfEnd(order, { invoices, issued, cents, keptCents: remainingCents }, t)
          : await linesOfReduction(db, facts, order, { invoices, issued, cents, billedCents }, t),
      totalCents: cents,
      remainingCents,
      ...(order.life === 'cancelled' && { keptCents: remainingCents }),
    },
  });
  await postBill(db, order.id, document.id, -cents);
}

/** `issued`: the credit notes before. */
type Credit = { invoices: StoredDocument[]; issued: StoredDocument[]; cents: number };
/** `billedCents`: what invoices less those credit notes come to. */
type Reduction = Credit & { billedCents: number };

const linesOf = (documents: StoredDocument[]): BillPaper['lines'] =>
  documents.flatMap(({ paper }) => (JSON.parse(paper) as BillPaper).lines);

/** What invoices ask for, without lines that were credited and with those that took their place. */
function billedLines(invoices: StoredDocument[], creditNotes: StoredDocument[]): BillPaper['lines'] {
  const lines = [...linesOf(invoices)];
  for (const { text, cents } of linesOf(creditNotes)) {
    const at = lines.findIndex((line) => line.text === text && line.cents === cents);
    if (at >= 0) lines.splice(at, 1);
    else if (cents < 0) lines.push({ text, cents: -cents });
  }
  return lines;
}

const without = (lines: BillPaper['lines'], others: BillPaper['lines']) =>
  lines.filter(({ text, cents }) => !others.some((other) => other.text === text && other.cents === cents));

/** Lines of a canceled order: its invoices less earlier credits and the kept amount. A later note only reduces the kept amount. */
function linesOfEnd(
  { id, endedAt }: Order,
  { invoices, issued, cents, keptCents }: Credit & { keptCents: number },
  t: Translator,
): BillPaper['lines'] {
  const order = orderNumber(id);
  if (issued.some(({ issuedAt }) => endedAt !== null && issuedAt >= endedAt))
    return [{ text: t('paper.creditNote.lessKept', { order }), cents }];
  const lines = linesOf(invoices);
  const beforeCents = totalOf(lines) - cents - keptCents;
  return [
    ...lines,
    { text: t('paper.creditNote.before'), cents: -beforeCents },
    { text: t('paper.creditNote.keptOf', { order }), cents: -keptCents },
  ].filter((line) => line.cents !== 0);
}

/**
 * What the order has instead of what was billed, such as another transport, if it comes to the amount. Otherwise price and tax of the cars, as far as
 * the order costs less than its cars and their transport, and one line for the rest.
 */
async function linesOfReduction(
  db: Queryable,
  { order, cars }: OrderFacts,
  { id, life, owedCents }: Order,
  { invoices, issued, cents, billedCents }: Reduction,
  t: Translator,
): Promise<BillPaper['lines']> {
  const ofCars = linesOfCars(cars, t);
  const now = [...ofCars, ...(await linesOfTransport(db, id, t))];
  const before = billedLines(invoices, issued);
  const changed = [...without(before, now), ...without(now, before).map((line) => ({ ...line, cents: -line.cents }))];
  if (totalOf(changed) === cents) return changed;
  const costCents = await costOf(db, id, cars);
  const beforeCents = Math.max(costCents - billedCents, 0);
  const reducedCents = life === 'completed' ? cents : Math.max(Math.min(costCents - owedCents - beforeCents, cents), 0);
  const reduced = nextReductionOf(reducedCents, beforeCents, sumsOf(cars));
  return [
    { text: t('paper.line.change', { order }), cents: cents - reducedCents },
    { text: t('paper.creditNote.reduced', { order }), cents: reduced.priceCents },
    { text: t('paper.creditNote.tax'), cents: reduced.taxCents },
    { text: t('paper.creditNote.fee'), cents: reduced.feeCents },
  ].filter((line) => line.cents !== 0);
}
