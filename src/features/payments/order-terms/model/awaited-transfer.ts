import { type BankDays, endOfHold, lastDayOf } from './bank-days.ts';

/** What our bank has told us of the transfers for an order. */
export type BankKnowledge = {
  /** Whether an incoming line that nobody has matched names the order. */
  isNamed: boolean;
  /** The last day of which the statements of all accounts were imported, as YYYY-MM-DD; null if none was. */
  coveredTo: string | null;
};

/**
 * Returns until when an order must not end because its transfer is late, although its time is over: the transfer may have been booked in
 * time, and a statement comes on the next business day at the earliest. Null if it did not arrive.
 */
export function awaitedUntil(
  endsAt: Date,
  zone: string,
  exceptions: BankDays,
  { isNamed, coveredTo }: BankKnowledge,
  now: Date,
): Date | null {
  if (isNamed) return endOfHold(now, 1, zone, exceptions);
  const lastDay = lastDayOf(endsAt, zone);
  if (coveredTo !== null && coveredTo >= lastDay) return null;
  const statementDue = endOfHold(new Date(endsAt.getTime() - 1), 1, zone, exceptions);
  return now < statementDue ? statementDue : null;
}
