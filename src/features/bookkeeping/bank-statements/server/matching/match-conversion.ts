import { BOOKS_CURRENCY } from '#lib/i18n/currency.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { isConversion } from '../../model/line-match.ts';
import { findLine, type StoredLine } from '../line-store.ts';
import { bookMatch, lockForeignAccounts } from './book-match.ts';
import { type Matched, type Matching, type Pair, refusedMatch } from './match-case.ts';
import { insertMatch } from './match-store.ts';

/** Returns both lines of a conversion, whichever of them is given. Nothing was matched to them. */
export async function conversionPair(
  db: Queryable,
  line: StoredLine,
  cents: number,
  otherId: number | undefined,
): Promise<Pair> {
  const other = otherId === undefined ? null : await findLine(db, otherId);
  if (!other) throw refusedMatch('statements.match.noConversion', 'other_line_id');
  if (other.leftCents !== other.cents || cents !== line.cents) throw refusedMatch('statements.match.twice');
  if (!isConversion(line, other)) throw refusedMatch('statements.match.noConversion', 'other_line_id');
  const isLead = other.currency === BOOKS_CURRENCY || (line.currency !== BOOKS_CURRENCY && line.cents < 0);
  return isLead ? { lead: line, other } : { lead: other, other: line };
}

/**
 * Matches the two lines of a transfer between our own accounts. If one line is in dollars, it gives the value. Otherwise a person enters the value,
 * and both lines are booked with it through `bank_in_transit`.
 */
export async function matchConversion({ db, line, usdCents, pair: sides, body, by }: Matching): Promise<Matched> {
  if (!sides) throw new Error('a conversion has two sides');
  const { lead, other } = sides;
  const value = line === lead ? usdCents : -usdCents;
  const pair = { kind: 'conversion', reason: body.reason ?? null, ...by } as const;
  const { id, cents: whole } = lead;
  const matchId = await insertMatch(db, { ...pair, lineId: id, cents: whole, usdCents: value, otherLineId: other.id });
  const isInDollars = other.currency === BOOKS_CURRENCY;
  const against = await insertMatch(db, {
    ...pair,
    lineId: other.id,
    cents: other.cents,
    ...(!isInDollars && { usdCents: -value }),
    otherLineId: id,
  });
  await lockForeignAccounts(db, [lead, other]);
  const to = isInDollars ? ('unidentified_receipts' as const) : ('bank_in_transit' as const);
  await bookMatch(db, lead, { matchId, kind: 'line matched', usdCents: value, to: { [to]: -value } });
  if (!isInDollars)
    await bookMatch(db, other, { matchId: against, kind: 'line matched', usdCents: -value, to: { [to]: value } });
  const details = { otherLine: body.other_line_id };
  return { matchId: line === lead ? matchId : against, details };
}
