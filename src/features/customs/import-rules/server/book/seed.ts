import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import type pg from 'pg';
import { ConfigError } from '#lib/config-error.ts';
import { withTransaction } from '#lib/server/database/postgres.ts';
import { projectFile } from '#lib/server/project-root.ts';
import {
  BOOK_FILES,
  BOOK_LISTS,
  type BookList,
  checkBook,
  parseRows,
  type RuleBook,
} from '../../model/rows/rule-book.ts';
import { idOfCorrection, idOfRecord, type RowRecord } from '../../model/rows/rule-list.ts';
import { type ExchangeRate, exchangeRateRow } from '../../model/rows/rule-rows.ts';
import {
  insertRows,
  insertVersion,
  lockPublications,
  type NewRow,
  publishedIds,
  rowsBetween,
} from './rule-row-store.ts';

/** Exchange rates age, so they are not part of the book that rules are checked in. */
const RATES_FILE = 'rates.csv';
const SEED_LISTS = [...BOOK_LISTS, 'rates'] as const;

export type SeedRecords = { [List in BookList | 'rates']: Record<string, string>[] };

/** Reads the CSV files that the project ships, as text. */
export async function readSeedRecords(folder = projectFile('content/import-rules')): Promise<SeedRecords> {
  const lists = await Promise.all(
    SEED_LISTS.map(async (list) => {
      const file = list === 'rates' ? RATES_FILE : BOOK_FILES[list].file;
      const text = await readFile(join(folder, file), 'utf8');
      return [list, recordsOf(file, text)] as const;
    }),
  );
  return Object.fromEntries(lists) as SeedRecords;
}

function recordsOf(file: string, text: string): Record<string, string>[] {
  try {
    return parse(text, { columns: true, bom: true });
  } catch (error) {
    throw new ConfigError(`content/import-rules/${file} is no CSV file: ${(error as Error).message}.`);
  }
}

/** Reads and checks the rows that the project ships. Throws ConfigError naming the first invalid row. */
export async function readSeed(folder?: string): Promise<RuleBook> {
  return bookOfSeed(await readSeedRecords(folder));
}

/** Reads the exchange rates that the project ships. */
export async function readSeedRates(): Promise<ExchangeRate[]> {
  return (await readSeedRecords()).rates.map((record) => exchangeRateRow.parse(record));
}

/** A country has no id of its own, so a row that corrects another one replaces it. Other lists keep corrected rows. */
function inForce(list: BookList, records: SeedRecords): RowRecord[] {
  if (list !== 'countries') return records[list];
  const corrected = new Set(records[list].map(({ supersedes }) => supersedes));
  return records[list].filter(({ country, supersedes }) => supersedes || !corrected.has(country));
}

/** Parses rows and checks how they fit together. Throws ConfigError naming the first invalid row. */
function bookOfSeed(records: SeedRecords): RuleBook {
  const parsed = BOOK_LISTS.map((list) => ({ list, ...parseRows(list, inForce(list, records)) }));
  const book = Object.fromEntries(parsed.map(({ list, rows }) => [list, rows])) as RuleBook;
  const [first] = [...parsed.flatMap(({ problems }) => problems), ...checkBook(book)];
  if (first)
    throw new ConfigError(
      `content/import-rules/${BOOK_FILES[first.list].file}: ${first.id} has an invalid '${first.field}': ${first.problem.replace(/\.$/, '')}.`,
    );
  for (const record of records.rates) {
    const { success, error } = exchangeRateRow.safeParse(record);
    if (!success)
      throw new ConfigError(
        `content/import-rules/${RATES_FILE}: ${idOfRecord('rates', record)} has an invalid '${error.issues[0]!.path.join('.')}'.`,
      );
  }
  return book;
}

/** The largest integer of PostgreSQL. */
const MAX_VERSION = 2_147_483_647;

/**
 * Publishes the shipped rows that the database lacks and returns their number. Never changes published rows. Throws
 * ConfigError naming the first invalid row, even if the database has it already.
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
 * Returns the shipped rows that differ from the published row of the same id. They are not in force, because a changed row
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
  return SEED_LISTS.flatMap((list) =>
    records[list].map((record: RowRecord) => ({
      list,
      id: idOfShipped(list, record),
      record: withoutNoCorrection(list, record),
    })),
  );
}

const idOfShipped = (list: BookList | 'rates', record: RowRecord) =>
  list === 'countries' && record.supersedes ? idOfCorrection(record.supersedes) : idOfRecord(list, record);

/** A country without a correction has no such cell in the database. */
function withoutNoCorrection(list: BookList | 'rates', { supersedes, ...record }: RowRecord): RowRecord {
  return list === 'countries' && !supersedes ? record : { ...record, ...(supersedes !== undefined && { supersedes }) };
}
