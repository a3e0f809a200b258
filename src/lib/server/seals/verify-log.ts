import type { Queryable } from '../database/statement.ts';
import { digestOf } from './seal-digest.ts';
import { formatSeal, MAX_ROWS } from './seal-log.ts';
import { countAfter, rowsToSeal, type Seal, type SealedLog, sealsAfter } from './seal-store.ts';

export type LogFindings = {
  seals: number;
  rows: number;
  /** Rows that were added since and have no seal yet. */
  waiting: number;
  newest: Seal | null;
  /** The first seal that does not hold, and why; nothing after it is looked at. */
  broken: { seal: Seal; why: string } | null;
  /** Those of the seals kept elsewhere that are not in the chain. */
  missing: string[];
};

const SEALS_AT_ONCE = 100;

/** Walks a chain from its beginning, and looks for seals that were kept elsewhere: each as written, or at least its beginning. */
export async function verifyLog(db: Queryable, log: SealedLog, kept: string[] = []): Promise<LogFindings> {
  const found: LogFindings = { seals: 0, rows: 0, waiting: 0, newest: null, broken: null, missing: kept };
  for (;;) {
    const seals = await sealsAfter(db, log.chain, found.newest?.upTo ?? null, SEALS_AT_ONCE);
    for (const seal of seals) {
      const why = await flawOf(db, log, seal, found.newest);
      if (why !== null) return { ...found, broken: { seal, why } };
      found.seals++;
      found.rows += seal.rowCount;
      found.newest = seal;
      found.missing = found.missing.filter((text) => !formatSeal(seal).startsWith(text));
    }
    if (seals.length < SEALS_AT_ONCE) break;
  }
  return { ...found, waiting: await countAfter(db, log, found.newest?.upTo ?? null) };
}

async function flawOf(db: Queryable, log: SealedLog, seal: Seal, before: Seal | null): Promise<string | null> {
  const { digest, ...said } = seal;
  if (seal.follows !== (before?.upTo ?? null)) return 'the seal before it is missing';
  const rows = await rowsToSeal(db, log, { after: seal.follows, upTo: seal.upTo }, MAX_ROWS + 1);
  if (rows.length !== seal.rowCount) {
    return rows.length < seal.rowCount
      ? 'rows that it covers are missing'
      : 'rows were put between those that it covers';
  }
  if (digestOf(before?.digest ?? null, said, rows).equals(digest)) return null;
  return 'a row that it covers, the seal itself or the one before it was changed';
}
