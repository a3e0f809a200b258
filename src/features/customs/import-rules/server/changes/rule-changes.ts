import { type Queryable, rowsOf, statement } from '#lib/server/database/postgres.ts';
import { type ChangeList, textOfRow } from '../../model/change-text.ts';
import type { ChangesQuery, ChangesResponse } from '../../model/import-contract.ts';
import type { RowRecord } from '../../model/rows/rule-list.ts';
import { ORIGIN_COUNTRY } from '../../model/rows/rule-rows.ts';
import type { PublishedBook, RuleBookCache } from '../book/rule-book-cache.ts';
import { unknownCountry } from '../import-responses.ts';

/** A published change of what a country asks or charges. */
export type RuleChange = {
  list: ChangeList;
  id: string;
  /** The country of the row: the union for its members, China for its export. */
  country: string;
  record: RowRecord;
  /** Null for a new row. */
  before: RowRecord | null;
  version: number;
  publishedAt: Date;
};

const FOUND = `list, id, country, record, before, version, published_at as "publishedAt" from import_rule_changes`;
const NEWEST = statement(`
  select ${FOUND} where $1::text[] is null or country = any($1) order by version desc, country, list, id limit $2`);
const BETWEEN = statement(`
  select ${FOUND} where country = any($1) and version > $2 and version <= $3 order by version, list, id`);

/** Returns the changes of countries after a version, the oldest first. */
export async function changesBetween(
  db: Queryable,
  countries: readonly string[],
  after: number,
  upTo: number,
): Promise<RuleChange[]> {
  return rowsOf<RuleChange>(db, BETWEEN, [countries, after, upTo]);
}

/** The countries whose rows count for a destination. */
export const countriesBehind = (book: PublishedBook, country: string): string[] => [
  ...new Set([book.rowsOf(country) ?? country, country, ORIGIN_COUNTRY]),
];

const MAX_CHANGES = 100;
const MAX_OF_COUNTRY = 20;

/** Returns the newest changes of a country, or of all. Throws `not_found` for a country without rules. */
export async function readChanges(
  { rules, db }: { rules: RuleBookCache; db: Queryable },
  { country }: ChangesQuery,
): Promise<ChangesResponse> {
  const book = await rules.book();
  if (country !== undefined && !book.countries().includes(country)) throw unknownCountry(book, country);
  const countries = country === undefined ? null : countriesBehind(book, country);
  const limit = country === undefined ? MAX_CHANGES : MAX_OF_COUNTRY;
  const found = await rowsOf<RuleChange>(db, NEWEST, [countries, limit]);
  return { version: book.version, changes: found.map(changeResponse) };
}

function changeResponse({
  list,
  id,
  country,
  record,
  before,
  version,
  publishedAt,
}: RuleChange): ChangesResponse['changes'][number] {
  return {
    ...{ list, id, country, version },
    published_at: publishedAt.toISOString(),
    text: textOfRow(list, record),
    before: before && textOfRow(list, before),
    valid_from: record.from || null,
    valid_to: record.to || null,
  };
}
