import type pg from 'pg';
import { withTransaction } from '#lib/server/database/pool.ts';
import { BOOK_LISTS } from '../../model/rows/rule-book.ts';
import { idOfRecord, type RowRecord } from '../../model/rows/rule-list.ts';
import { bookOfSeed, readSeedRecords, type SeedRecords } from '../read-seed.ts';
import {
  insertRows,
  insertVersion,
  lockPublications,
  type NewRow,
  publishedIds,
  rowsBetween,
} from './rule-row-store.ts';

/** The largest integer of PostgreSQL. */
const MAX_VERSION = 2_147_483_647;

/**
 * Publishes the rows of the project that the database does not have. Returns how many; published rows stay as they are. Throws
 * ConfigError naming the first invalid row, even of those that the database has.
 */
export async function loadSeed(pool: pg.Pool, given?: SeedRecords): Promise<number> {
  const records = given ?? (await readSeedRecords());
  bookOfSeed(records);
  const rows = rowsOfSeed(records);
  const missingFrom = async (db: Pick<pg.Pool, 'query'>) => {
    const known = new Set((await publishedIds(db)).map(({ list, id }) => `${list} ${id}`));
    return rows.filter(({ list, id }) => !known.has(`${list} ${id}`));
  };
  if ((await missingFrom(pool)).length === 0) return 0;
  return withTransaction(pool, async (db) => {
    await lockPublications(db);
    const missing = await missingFrom(db);
    if (missing.length === 0) return 0;
    const version = await insertVersion(db, { reason: 'seed', proposedBy: null, approvedBy: null });
    return (await insertRows(db, missing, version)).length;
  });
}

/**
 * Returns the rows of the project whose text differs from the published row of the same id. They are not in force: a changed row
 * needs a new id.
 */
export async function changedSeedRows(pool: pg.Pool, records?: SeedRecords): Promise<string[]> {
  const published = new Map(
    (await rowsBetween(pool, 0, MAX_VERSION)).map(({ list, id, record }) => [`${list} ${id}`, record]),
  );
  const isChanged = ({ list, id, record }: NewRow) => {
    const known = published.get(`${list} ${id}`);
    return known !== undefined && Object.keys(record).some((name) => (known[name] ?? '') !== record[name]);
  };
  return rowsOfSeed(records ?? (await readSeedRecords()))
    .filter(isChanged)
    .map(({ list, id }) => `${list} ${id}`);
}

export function rowsOfSeed(records: SeedRecords): NewRow[] {
  return BOOK_LISTS.flatMap((list) =>
    records[list].map((record: RowRecord) => ({ list, id: idOfRecord(list, record), record })),
  );
}
