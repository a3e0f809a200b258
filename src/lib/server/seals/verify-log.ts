import type { Queryable } from '../database/statement.ts';
import { digestOf } from './seal-digest.ts';
import { formatSeal, MAX_ROWS } from './seal-log.ts';
import { countAfter, rowsToSeal, type Seal, type SealedLog, sealsAfter } from './seal-store.ts';

export type LogFindings = {
  seals: number;
  rows: number;
  /** Number of rows without a seal. */
  waiting: number;
  newest: Seal | null;
  /** The first invalid seal and the reason. Verification stops there. */
  broken: { seal: Seal; why: string } | null;
  /** Expected seals that are not in the chain. */
  missing: string[];
};

const BATCH_SIZE = 100;

/** Verifies a chain from its start, and looks for expected seals, each given in full or as a prefix. */
export async function verifyLog(db: Queryable, log: SealedLog, expected: string[] = []): Promise<LogFindings> {
  const found: LogFindings = { seals: 0, rows: 0, waiting: 0, newest: null, broken: null, missing: expected };
  for (;;) {
    const seals = await sealsAfter(db, log.chain, found.newest?.upTo ?? null, BATCH_SIZE);
    for (const seal of seals) {
      const why = await findFlaw(db, log, seal, found.newest);
      if (why !== null) return { ...found, broken: { seal, why } };
      found.seals++;
      found.rows += seal.rowCount;
      found.newest = seal;
      found.missing = found.missing.filter((text) => !formatSeal(seal).startsWith(text));
    }
    if (seals.length < BATCH_SIZE) break;
  }
  return { ...found, waiting: await countAfter(db, log, found.newest?.upTo ?? null) };
}

async function findFlaw(db: Queryable, log: SealedLog, seal: Seal, before: Seal | null): Promise<string | null> {
  const { digest, ...fields } = seal;
  if (seal.follows !== (before?.upTo ?? null)) return 'the seal before it is missing';
  const rows = await rowsToSeal(db, log, { after: seal.follows, upTo: seal.upTo }, MAX_ROWS + 1);
  if (rows.length !== seal.rowCount) {
    return rows.length < seal.rowCount
      ? 'rows that it covers are missing'
      : 'rows were put between those that it covers';
  }
  if (digestOf(before?.digest ?? null, fields, rows).equals(digest)) return null;
  return 'a row that it covers, the seal itself or the one before it was changed';
}
