import { BOOKS_CURRENCY } from '#lib/i18n/currency.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { type MatchKind, MOVES_NOTHING } from '../../model/line-match.ts';
import type { StoredLine } from '../line-store.ts';
import { worthByRate } from '../matching/compare-rate.ts';
import { type Part, refusedMatch } from '../matching/match-case.ts';
import { leftOfImporters } from './confirmation-store.ts';

/** The database refuses the match as well (`limit_unconfirmed_match`). */
export const unconfirmed = () => refusedMatch('statements.match.unconfirmed');

/** Returns the ids of the lines of which more is left than may be matched before a second person has confirmed their statement. */
export async function linesToConfirm(db: Queryable, lines: StoredLine[]): Promise<Set<number>> {
  const open = lines.filter(({ leftCents, loneImporter }) => leftCents !== 0 && loneImporter !== null);
  const worth: [StoredLine, number][] = [];
  for (const line of open) worth.push([line, await dollarsOf(db, line)]);
  return new Set((await exceeding(db, worth)).map(({ id }) => id));
}

/** Throws if a second person has to confirm the statement of a part first, so that nobody is asked to approve what is refused. */
export async function checkConfirmed(db: Queryable, kind: MatchKind, { line, usdCents, pair }: Part): Promise<void> {
  if (MOVES_NOTHING.includes(kind)) return;
  const sides = pair ? [pair.lead, pair.other] : [line];
  const found = await exceeding(
    db,
    sides.map((side) => [side, usdCents]),
  );
  if (found.length > 0) throw unconfirmed();
}

/** A line in another currency is worth what the exchange rate says; without one, nobody knows before it is matched. */
async function dollarsOf(db: Queryable, line: StoredLine): Promise<number> {
  if (line.currency === BOOKS_CURRENCY) return line.leftCents;
  return (await worthByRate(db, { ...line, cents: line.leftCents }))?.cents ?? 0;
}

async function exceeding(db: Queryable, worth: [StoredLine, usdCents: number][]): Promise<StoredLine[]> {
  const left = await leftOfImporters(db, new Set(worth.flatMap(([{ loneImporter }]) => loneImporter ?? [])));
  return worth.flatMap(([line, cents]) =>
    line.loneImporter !== null && Math.abs(cents) > (left.get(line.loneImporter) ?? 0) ? line : [],
  );
}
