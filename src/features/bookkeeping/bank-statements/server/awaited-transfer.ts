import { NearReferences } from '#features/bookkeeping/bank-statements/model/near-reference.ts';
import { foldReference, suggestOrders } from '#features/bookkeeping/bank-statements/model/suggest-order.ts';
import { ordersNamed } from '#features/bookkeeping/bank-statements/server/matching/order-candidate-store.ts';
import { orderNumber } from '#features/orders/orders/model/order.ts';
import { findOrder } from '#features/orders/server/api.ts';
import { awaitedUntil } from '#features/payments/order-terms/model/bank-days.ts';
import { bankDaysFrom } from '#features/payments/server/api.ts';
import { withoutSpaces } from '#features/site/operator/model/bank-account.ts';
import { allBankAccounts } from '#features/site/server/api.ts';
import { type Queryable, rowsOf, statement } from '#lib/server/database/postgres.ts';

type OpenLine = Parameters<typeof suggestOrders>[0];
/** One day earlier, because banks book in their own time zones. */
const OPEN = statement(`
  select l.text, l.end_to_end_id as "endToEndId", l.counterparty, r.left_cents as cents, l.currency,
    to_char(l.booked_on, 'YYYY-MM-DD') as "bookedOn", l.charges_cents as "chargesCents"
  from statement_lines l join open_lines r on r.line_id = l.id
  where l.cents > 0 and l.booked_on >= ($1::timestamptz at time zone 'UTC')::date - 1 and r.left_cents <> 0`);
/** A file covers only days that were over when it was imported, whatever it says, because the bank books until the end of a day. */
const COVERED = statement(`
  select to_char(min(s.to_on), 'YYYY-MM-DD') as "coveredTo" from unnest($1::text[]) as ours (account)
    left join lateral (
      select max(least(b.to_on, (f.imported_at at time zone 'UTC')::date - 1)) as to_on
      from bank_statements b join statement_files f on f.id = b.file_id where b.account = ours.account and b.currency = 'USD') s on true
  having bool_and(s.to_on is not null)`);

/** Whether an open incoming line names an order, also if the buyer mistyped it so that the order is suggested for the line. */
export async function isNamedByOpenLine(db: Queryable, orderId: number): Promise<boolean> {
  const order = await findOrder(db, orderId);
  if (!order) return false;
  const { createdAt, reference } = order;
  const lines = await rowsOf<OpenLine>(db, OPEN, [createdAt]);
  const names = [reference, orderNumber(orderId)].map(foldReference).filter((name) => name !== '');
  const isNamed = ({ text, endToEndId, counterparty }: OpenLine) =>
    [text, endToEndId ?? '', counterparty ?? '']
      .map(foldReference)
      .some((place) => names.some((name) => place.includes(name)));
  if (lines.some(isNamed)) return true;
  const mistyped = new NearReferences([{ orderId, reference }]);
  const near = lines.map((line) => ({ line, found: mistyped.find([line.text, line.endToEndId]) }));
  const possible = near.filter(({ found }) => found.size > 0);
  if (possible.length === 0) return false;
  const candidates = await ordersNamed(db, [orderId], []);
  return possible.some(({ line, found }) => suggestOrders(line, candidates, found).length > 0);
}

/** Returns the last day covered by statements of every account in effect since a time; null if an account has none. */
async function coveredTo(db: Queryable, since: Date, now: Date): Promise<string | null> {
  const accounts = (await allBankAccounts(db)).filter(
    ({ canceledAt, effectiveAt }) => !canceledAt && effectiveAt <= now,
  );
  // The newest first: all that took effect later, and the one that was in effect then.
  const before = accounts.findIndex(({ effectiveAt }) => effectiveAt <= since);
  const used = before === -1 ? accounts : accounts.slice(0, before + 1);
  const numbers = [...new Set(used.map(({ account }) => withoutSpaces(account)))];
  if (numbers.length === 0) return null;
  return (await rowsOf<{ coveredTo: string }>(db, COVERED, [numbers]))[0]?.coveredTo ?? null;
}

type Deadline = { orderId: number; since: Date; endsAt: Date; timeZone: string };

/**
 * Returns until when an order stays open because its transfer may have arrived without being on an imported statement yet. Null if it did
 * not arrive.
 */
export async function transferAwaitedUntil(
  db: Queryable,
  { orderId, since, endsAt, timeZone }: Deadline,
  now: Date,
): Promise<Date | null> {
  const known = { isNamed: await isNamedByOpenLine(db, orderId), coveredTo: await coveredTo(db, since, now) };
  const from = new Date(endsAt.getTime() - 1).toISOString().slice(0, 10);
  return awaitedUntil(endsAt, timeZone, await bankDaysFrom(db, from), known, now);
}
