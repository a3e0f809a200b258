import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { withTransaction } from '../database/pool.ts';
import { digestOf } from './seal-digest.ts';
import {
  activeWriters,
  insertSeal,
  lastIdAndWriters,
  newestSeal,
  rowsToSeal,
  type Seal,
  type SealedLog,
  tryLock,
} from './seal-store.ts';

/** Rows per seal. Hashing them blocks the event loop for a few milliseconds only. */
export const MAX_ROWS = 250;
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
