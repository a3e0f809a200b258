import { type MatchEntry, postMatch, undoMatch } from '#features/payments/server/api.ts';
import { BOOKS_CURRENCY } from '#lib/i18n/currency.ts';
import { type Queryable, rowsOf, statement } from '#lib/server/database/postgres.ts';
import type { StoredLine, StoredMatch } from '../line-store.ts';

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

/** `usdCents`: what the part of the line is worth, with its sign. `to`: the other accounts that it moves. Debits are positive. */
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
