import type pg from 'pg';
import type { MatchBody } from '#features/bookkeeping/bank-statements/model/statement-contract.ts';
import type { StoredLine, StoredMatch } from '#features/bookkeeping/bank-statements/server/line-store.ts';
import type { OrderDeps } from '#features/orders/server/api.ts';
import { type MatchEntry, postMatch, undoMatch } from '#features/payments/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { BOOKS_CURRENCY } from '#lib/i18n/currency.ts';
import type { MessageKey } from '#lib/i18n/translator.ts';
import { type Queryable, rowsOf, statement } from '#lib/server/database/postgres.ts';

export type MatchDeps = { pool: pg.Pool; orders: Pick<OrderDeps, 'payments' | 'siteOrigin'> };
/** Who matched a line, and the second person if one was needed. */
export type By = { matchedBy: number; approvedBy: number | null };
/** The stored match, with details for the audit log. */
export type Matched = { matchId: number; details?: Record<string, unknown> };
/** `lead` is the side that is proposed to a second person and counts toward limits: the one in another currency; of two, the one that went out. */
export type Pair = { lead: StoredLine; other: StoredLine };
/**
 * `cents`: the part of the line, with its sign. `usdCents`: its value in dollars: the same for a line in dollars, 0 for a part in another currency
 * without an entered value. `pair`: both sides of a conversion.
 */
export type Part = { line: StoredLine; cents: number; usdCents: number; pair: Pair | null };
export type Matching = Part & { deps: MatchDeps; db: Queryable; body: MatchBody; by: By };

/** Returns who alone imported the statements of a part. */
export const importersOf = ({ line, pair }: Part): number[] =>
  (pair ? [pair.lead, pair.other] : [line]).flatMap(({ loneImporter }) => loneImporter ?? []);

/** Only lines in other currencies are stored with a value in addition to their amount. */
export const storedValue = ({ currency }: StoredLine, usdCents: number) =>
  currency === BOOKS_CURRENCY ? {} : { usdCents };

export const lineNotFound = () => new AppError('not_found', 'no such line', { messageKey: 'statements.line.missing' });

export function refusedMatch(messageKey: Extract<MessageKey, `statements.match.${string}`>, field?: string): AppError {
  return new AppError('conflict', messageKey, { messageKey, ...(field && { fields: { [field]: { messageKey } } }) });
}

const LOCK = statement(`
  select from foreign_accounts where (account, currency) in (select * from unnest($1::text[], $2::text[]))
  order by account, currency for no key update`);
const DIFFERENCE = statement(`
  select settled_usd_cents - difference_usd_cents as cents from foreign_balances where account = $1 and currency = $2`);

/** Locks the accounts of lines, always in the same sequence, so that matches of two accounts wait for each other. */
export async function lockForeignAccounts(db: Queryable, lines: StoredLine[]): Promise<void> {
  await rowsOf(db, LOCK, [lines.map(({ account }) => account), lines.map(({ currency }) => currency)]);
}

/**
 * Returns what a match of an account in another currency, or its undo, moves in the ledger. It is stored already. Once nothing is on the account, of
 * what was matched, the dollars that are left are the exchange difference. Locks the account, so that of two matches the second one sees the first.
 */
async function movedBy(db: Queryable, line: StoredLine, usdCents: number) {
  const { account, currency } = line;
  await lockForeignAccounts(db, [line]);
  const [difference] = await rowsOf<{ cents: number }>(db, DIFFERENCE, [account, currency]);
  if (!difference) throw new Error(`${account} is no account in ${currency}`);
  return { foreign_accounts: usdCents - difference.cents, exchange_difference: difference.cents };
}

/** `usdCents`: the value of the part, with its sign. `to`: the other accounts that it moves. Debits are positive. */
type Booking = Pick<MatchEntry, 'matchId' | 'kind'> & { usdCents: number; to: Parameters<typeof postMatch>[2] };

/**
 * Posts the match of a line. In dollars, it comes from `unidentified_receipts`, where the import has put it. In another currency, the import has
 * posted nothing, so it moves `foreign_accounts`.
 */
export async function bookMatch(
  db: Queryable,
  line: StoredLine,
  { matchId, kind, usdCents, to }: Booking,
): Promise<void> {
  const match = { lineId: line.id, matchId, kind };
  if (line.currency === BOOKS_CURRENCY) return postMatch(db, match, { unidentified_receipts: usdCents, ...to });
  await postMatch(db, match, { ...(await movedBy(db, line, usdCents)), ...to });
}

/** Reverses the entry of a match, if it has one. */
export async function unbookMatch(db: Queryable, line: StoredLine, match: StoredMatch): Promise<void> {
  if (line.currency === BOOKS_CURRENCY) return undoMatch(db, line.id, match.id);
  if (match.usdCents !== null) await undoMatch(db, line.id, match.id, await movedBy(db, line, -match.usdCents));
}
