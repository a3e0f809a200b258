import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { withTransaction } from '../database/pool.ts';
import { digestOf } from './seal-digest.ts';
import {
  insertSeal,
  lastAndWriters,
  newestSeal,
  rowsToSeal,
  type Seal,
  type SealedLog,
  stillWriting,
  tryLock,
} from './seal-store.ts';

/** So few that the thread that answers requests has them digested in some milliseconds. */
export const MAX_ROWS = 250;
/** What is left is sealed by the next round; so a round ends soon even where a log was never sealed. */
const MAX_SEALS = 100;
const LOOK_EVERY_MS = 100;

/** Seals what was added to a log, batch by batch. Of several processes that try at once, one does. */
export async function sealLog(pool: pg.Pool, log: SealedLog, timeoutMs = 5_000): Promise<void> {
  const upTo = await settledUpTo(pool, log, timeoutMs);
  if (upTo === null) return;
  for (let seals = 0; seals < MAX_SEALS; seals++) {
    if (!(await sealNext(pool, log, upTo))) return;
  }
}

/**
 * The last id up to which no row can appear any more. Ids are drawn before their rows can be seen, so one that is seen
 * may have smaller ones before it whose transactions still run. Each of those held the lock of an insert when it drew
 * its id: once the holders of that moment have let go, everything up to the last id seen then is there for good, or
 * never will be. Nobody waits for us meanwhile. Null where there is nothing, or where one of them takes too long.
 */
async function settledUpTo(pool: pg.Pool, log: SealedLog, timeoutMs: number): Promise<number | null> {
  const end = Date.now() + timeoutMs;
  const { last, writers } = await lastAndWriters(pool, log);
  for (let left = writers; left.length > 0; left = await stillWriting(pool, log, left)) {
    if (Date.now() >= end) return null;
    await pause(LOOK_EVERY_MS);
  }
  return last;
}

/** Puts one seal to the chain; whether there may be more to seal. */
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

/** A seal as an operator keeps it elsewhere. */
export function formatSeal({ chain, upTo, digest }: Seal): string {
  return `${chain}/${upTo}/${digest.toString('hex')}`;
}
