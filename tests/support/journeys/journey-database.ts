import type pg from 'pg';
import { readConfig } from '#lib/server/config/config.ts';
import { openDatabase } from '../../../src/app/commands/open-database.ts';

/** Runs statements on the database of the journeys. */
export async function withDatabase<Result>(work: (pool: pg.Pool) => Promise<Result>): Promise<Result> {
  const { pool, close } = await openDatabase(readConfig(process.env));
  try {
    return await work(pool);
  } finally {
    await close();
  }
}
