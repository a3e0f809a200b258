import { BOOKS_CURRENCY } from '#lib/i18n/currency.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import { isConversion } from '../../model/line-match.ts';
import { findLine, type StoredLine } from '../line-store.ts';
import { bookMatch } from './book-match.ts';
import { type Matched, type Matching, refusedMatch } from './match-case.ts';
import { insertMatch } from './match-store.ts';

/** Returns both lines of a conversion, whichever of them is given. Nothing was matched to them, and one of them is in dollars. */
export async function conversionPair(
  db: Queryable,
  line: StoredLine,
  cents: number,
  otherId: number | undefined,
): Promise<{ foreign: StoredLine; dollars: StoredLine }> {
  const other = otherId === undefined ? null : await findLine(db, otherId);
  if (!other) throw refusedMatch('statements.match.noConversion', 'other_line_id');
  if (other.leftCents !== other.cents || cents !== line.cents) throw refusedMatch('statements.match.twice');
  const [foreign, dollars] = line.currency === BOOKS_CURRENCY ? [other, line] : [line, other];
  if (!isConversion(foreign, dollars)) throw refusedMatch('statements.match.noConversion', 'other_line_id');
  return { foreign, dollars };
}

/**
 * Money that our bank changed between our account in dollars and one in another currency. The line in dollars says what the other one is worth, so
 * nobody enters it.
 */
export async function matchConversion({ db, line, cents, body, by }: Matching): Promise<Matched> {
  const { other_line_id: otherId, reason = null } = body;
  const { foreign, dollars } = await conversionPair(db, line, cents, otherId);
  const usdCents = -dollars.cents;
  const pair = { kind: 'conversion', reason, ...by } as const;
  const of = { lineId: foreign.id, cents: foreign.cents, usdCents, otherLineId: dollars.id };
  const matchId = await insertMatch(db, { ...pair, ...of });
  const against = await insertMatch(db, {
    ...pair,
    lineId: dollars.id,
    cents: dollars.cents,
    otherLineId: foreign.id,
  });
  await bookMatch(db, foreign, {
    matchId,
    kind: 'line matched',
    usdCents,
    to: { unidentified_receipts: dollars.cents },
  });
  const details = { otherLine: otherId, dollars: dollars.cents };
  return { matchId: line === foreign ? matchId : against, details };
}
