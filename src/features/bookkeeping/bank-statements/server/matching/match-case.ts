import type pg from 'pg';
import type { OrderDeps } from '#features/orders/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { BOOKS_CURRENCY } from '#lib/i18n/currency.ts';
import type { MessageKey } from '#lib/i18n/translator.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import type { MatchBody } from '../../model/statement-contract.ts';
import type { StoredLine } from '../line-store.ts';

export type MatchDeps = { pool: pg.Pool; orders: Pick<OrderDeps, 'payments' | 'siteOrigin'> };
/** Who matched a line, and the second person if one was needed. */
export type By = { matchedBy: number; approvedBy: number | null };
/** What is recorded of a match besides its line. */
export type Matched = { matchId: number; details?: Record<string, unknown> };
/** `lead` is the side that is proposed to a second person and counts toward limits: the one in another currency; of two, the one that went out. */
export type Pair = { lead: StoredLine; other: StoredLine };
/**
 * `cents`: the part of the line, with its sign. `usdCents`: what it is worth: the same for a line in dollars, 0 for a part in another currency that
 * nobody gives a value. `pair`: both sides of a conversion.
 */
export type Part = { line: StoredLine; cents: number; usdCents: number; pair: Pair | null };
export type Matching = Part & { deps: MatchDeps; db: Queryable; body: MatchBody; by: By };

/** The value of a part as it is stored: only lines in other currencies have one apart from their amount. */
export const storedValue = ({ currency }: StoredLine, usdCents: number) =>
  currency === BOOKS_CURRENCY ? {} : { usdCents };

export const lineNotFound = () => new AppError('not_found', 'no such line', { messageKey: 'statements.line.missing' });

export function refusedMatch(messageKey: Extract<MessageKey, `statements.match.${string}`>, field?: string): AppError {
  return new AppError('conflict', messageKey, { messageKey, ...(field && { fields: { [field]: { messageKey } } }) });
}
