import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { type Queryable, withTransaction } from '#lib/server/database/postgres.ts';
import { digestOf } from './seal-digest.ts';
import {
  activeWriters,
  countAfter,
  insertSeal,
  lastIdAndWriters,
  newestSeal,
  rowsToSeal,
  type Seal,
  type SealedLog,
  sealsAfter,
  tryLock,
} from './seal-store.ts';

/** Rows per seal. Hashing them blocks the event loop for a few milliseconds only. */
const MAX_ROWS = 250;
/** Seals per round. The next round continues, so that a round is short even for a log that was never sealed. */
const MAX_SEALS = 100;
const POLL_MS = 100;

/** Seals the new rows of a log in batches. If several processes run this at once, only one proceeds. */
export async function sealLog(pool: pg.Pool, log: SealedLog, timeoutMs = 5_000): Promise<void> {
  const upTo = await lastSettledId(pool, log, timeoutMs);
  if (upTo === null) return;
  for (let seals = 0; seals < MAX_SEALS; seals++) {
    if (!(await sealNext(pool, log, upTo))) return;
  }
}

/**
 * Returns the last id up to which no more rows can appear; null if the log is empty or a writer takes too long. Ids are
 * drawn before their rows become visible, so transactions with smaller ids may still run. Each of them held the lock of
 * an insert when it drew its id. Once the lock holders of that moment have finished, all rows up to the last id seen
 * then are final. This waits for writers without blocking them.
 */
async function lastSettledId(pool: pg.Pool, log: SealedLog, timeoutMs: number): Promise<number | null> {
  const end = Date.now() + timeoutMs;
  const { last, writers } = await lastIdAndWriters(pool, log);
  for (let left = writers; left.length > 0; left = await activeWriters(pool, log, left)) {
    if (Date.now() >= end) return null;
    await pause(POLL_MS);
  }
  return last;
}

/** Adds one seal to the chain. Returns whether there may be more rows to seal. */
function sealNext(pool: pg.Pool, log: SealedLog, upTo: number): Promise<boolean> {
  const { chain } = log;
  return withTransaction(pool, async (db) => {
    const sealedAt = await tryLock(db, chain);
    if (sealedAt === null) return false;
    const before = await newestSeal(db, chain);
    const follows = before?.upTo ?? null;
    const rows = await rowsToSeal(db, log, { after: follows, upTo }, MAX_ROWS);
    const last = rows.at(-1);
    if (!last) return false;
    const seal = { chain, upTo: last.id, follows, rowCount: rows.length, sealedAt };
    await insertSeal(db, { ...seal, digest: digestOf(before?.digest ?? null, seal, rows) });
    return rows.length === MAX_ROWS;
  });
}

/** Formats a seal for storage outside the database. */
export function formatSeal({ chain, upTo, digest }: Seal): string {
  return `${chain}/${upTo}/${digest.toString('hex')}`;
}

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
      : 'rows were inserted between those that it covers';
  }
  if (digestOf(before?.digest ?? null, fields, rows).equals(digest)) return null;
  return 'a row that it covers, the seal itself or the one before it was changed';
}
