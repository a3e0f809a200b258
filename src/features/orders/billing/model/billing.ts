import type { OrderLife } from '#features/payments/order-acts/model/order-life.ts';
import { shareOfCents } from '#lib/money.ts';

/** What decides the invoices of an order, in cents. */
export type BillingFacts = {
  life: OrderLife;
  /** The order completes only after full payment. */
  requiresBalance: boolean;
  /** By its plan. */
  owedCents: number;
  /** Received, less refunds. */
  receivedCents: number;
  /** Bank charges that we bear. */
  shortfallCents: number;
  /** Refunds that are requested but not paid yet. */
  refundingCents: number;
  /** By its invoices. */
  invoicedCents: number;
  /** By its credit notes. */
  creditedCents: number;
};

/** `invoice` and `credit note` are the amounts of new documents; 0 for none. `receivable` is what the buyer then still owes. */
export type Bills = { invoiceCents: number; creditCents: number; receivableCents: number };

/**
 * Computes the documents that an order lacks. A live order owes its plan. An ended one owes what was paid and not refunded, so
 * every refund lowers the debt and causes a credit note.
 */
export function billsOf(facts: BillingFacts): Bills {
  const { invoicedCents, creditedCents, receivedCents, shortfallCents } = facts;
  const billedCents = invoicedCents - creditedCents;
  const differenceCents = dueOf(facts) - billedCents;
  const mayInvoice = facts.life === 'active' || (facts.life === 'completed' && invoicedCents === 0);
  const invoiceCents = facts.requiresBalance && mayInvoice ? Math.max(differenceCents, 0) : 0;
  const creditCents = Math.max(-differenceCents, 0);
  const receivableCents = Math.max(billedCents + invoiceCents - creditCents - receivedCents - shortfallCents, 0);
  return { invoiceCents, creditCents, receivableCents };
}

function dueOf({ life, owedCents, receivedCents, shortfallCents, refundingCents }: BillingFacts): number {
  if (life === 'held' || life === 'active') return owedCents;
  const keptCents = receivedCents - refundingCents + (life === 'completed' ? shortfallCents : 0);
  return Math.max(0, Math.min(owedCents, keptCents));
}

/**
 * Splits a credit into one credit note per refund if it equals the sum of the newest refunds. Otherwise, and for canceled orders, returns
 * one note. `refunds`: cents, the newest first.
 */
export function creditNotesOf(life: OrderLife, creditCents: number, refunds: readonly number[]): number[] {
  if (life === 'cancelled') return [creditCents];
  const notes: number[] = [];
  let left = creditCents;
  for (const cents of refunds) {
    if (left === 0 || cents > left) break;
    notes.unshift(cents);
    left -= cents;
  }
  return left === 0 ? notes : [creditCents];
}

/** Cost of cars in cents. */
type CarSums = { priceCents: number; taxCents: number; feeCents: number };

export function sumsOf(cars: readonly CarSums[]): CarSums {
  const sum = (key: keyof CarSums) => cars.reduce((cents, car) => cents + car[key], 0);
  return { priceCents: sum('priceCents'), taxCents: sum('taxCents'), feeCents: sum('feeCents') };
}

/**
 * Splits a reduction as the invoice splits what cars cost: into price and tax by their ratio. The registration fee is passed on, so it is reduced
 * only by what is more than both.
 */
export function reductionOf(cents: number, { priceCents, taxCents, feeCents }: CarSums): CarSums {
  const taxed = Math.min(cents, priceCents + taxCents);
  const tax = taxed === 0 ? 0 : shareOfCents(taxed, taxCents / (priceCents + taxCents));
  const fee = Math.min(cents - taxed, feeCents);
  return { priceCents: cents - tax - fee, taxCents: tax, feeCents: fee };
}

/** Splits a further reduction after earlier ones of `beforeCents`. Together they split like a single reduction of the sum. */
export function nextReductionOf(cents: number, beforeCents: number, sums: CarSums): CarSums {
  const [before, after] = [reductionOf(beforeCents, sums), reductionOf(beforeCents + cents, sums)];
  return {
    priceCents: after.priceCents - before.priceCents,
    taxCents: after.taxCents - before.taxCents,
    feeCents: after.feeCents - before.feeCents,
  };
}
