import type { Order } from '#features/orders/orders/model/order.ts';
import type { ShipmentTermSteps } from '#lib/server/database/rows.ts';
import { type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';
import { dueAt, type StepTerms } from '../model/schedule.ts';
import { STEPS_OF } from '../model/step.ts';

const TERMS = statement(`
  select step, owner, counts_from, days from shipment_term_steps
  where version = coalesce((select max(version) from shipment_terms where made_at <= $1), 1)`);

/** Returns the due days of the first and the last step after the deposit of a new sale; null for rentals. */
export async function plannedDays(
  db: Queryable,
  { offer, createdAt }: Pick<Order, 'offer' | 'createdAt'>,
  balanceDueAt: Date | null,
): Promise<{ first: Date; last: Date } | null> {
  if (offer === 'Rent') return null;
  const rows = await rowsOf<Pick<ShipmentTermSteps, 'step' | 'owner' | 'counts_from' | 'days'>>(db, TERMS, [createdAt]);
  const terms: StepTerms = Object.fromEntries(
    rows.map(({ step, owner, counts_from: countsFrom, days }) => [step, { owner, countsFrom, days }]),
  );
  const balance = balanceDueAt && { dueAt: balanceDueAt, paidAt: null };
  const facts = { orderedAt: createdAt, deposit: null, terms, changes: {}, balance, rental: null };
  const days = STEPS_OF[offer]
    .filter((step) => step !== 'deposit' && (step !== 'balance' || balance))
    .map((step) => dueAt(step, facts).getTime());
  return { first: new Date(Math.min(...days)), last: new Date(Math.max(...days)) };
}
