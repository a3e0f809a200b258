import type { OrderLife } from '#features/payments/order-acts/model/order-life.ts';
import { shareOfCents } from '#lib/money.ts';

/** What decides the invoices of an order, in cents. */
export type BillingFacts = {
  life: OrderLife;
  /** The order may end only when everything is paid. */
  requiresBalance: boolean;
  /** By its plan. */
  owedCents: number;
  /** Received and not given back. */
  receivedCents: number;
  /** Bank charges that we bear. */
  shortfallCents: number;
  /** Asked to be refunded and not given back yet. */
  refundingCents: number;
  /** By its invoices. */
  invoicedCents: number;
  /** By its credit notes. */
  creditedCents: number;
};

/** `invoice` and `credit note` are the amounts of new documents; 0 for none. `receivable` is what the buyer then still owes. */
export type Bills = { invoiceCents: number; creditCents: number; receivableCents: number };

/**
 * Says which documents an order lacks. An order that goes on owes its plan. One that has ended owes what was paid and is not
 * refunded, so that a refund always lowers it. A credit note reduces the debt; the refund itself is recorded separately.
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
 * Splits what is to be credited into credit notes: one for each refund, if it is the sum of the newest refunds, and otherwise one over all. The end
 * of an order has one. `refunds`: their cents, the newest first.
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

/** What cars cost in cents: price, tax and registration fee. */
export type CarSums = { priceCents: number; taxCents: number; feeCents: number };

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

/** Splits one more reduction, after others of `beforeCents`, so that all of them together are split like their sum. */
export function nextReductionOf(cents: number, beforeCents: number, sums: CarSums): CarSums {
  const [before, after] = [reductionOf(beforeCents, sums), reductionOf(beforeCents + cents, sums)];
  return {
    priceCents: after.priceCents - before.priceCents,
    taxCents: after.taxCents - before.taxCents,
    feeCents: after.feeCents - before.feeCents,
  };
}
