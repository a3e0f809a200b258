import { LRUCache } from 'lru-cache';
import { addDays, type Day } from '#features/customs/import-rules/model/calendar.ts';
import { RATE_HISTORY_DAYS, usableRates } from '#features/customs/import-rules/model/exchange-rates.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import type { Rates } from '../../model/charges/amounts.ts';
import { UNION_MEMBERS } from '../../model/ports.ts';
import { countryOfRows, type PreparedCountry, prepareCountry } from '../../model/prepare-country.ts';
import { BOOK_LISTS, type BookList, parseRows, type RuleBook } from '../../model/rows/rule-book.ts';
import { type RowRecord, rootOfId } from '../../model/rows/rule-list.ts';
import { type ExchangeRate, exchangeRateRow, ORIGIN_COUNTRY } from '../../model/rows/rule-rows.ts';
import { RULE_LISTS, type RuleList } from '../../model/rule-office.ts';
import { latestVersion, type NewRow, rowsBetween } from './rule-row-store.ts';

/** A country on one day takes some ten kilobytes. */
const MAX_PREPARED = 300;

/** A row after parsing. */
type Parsed = RuleBook[BookList][number] | ExchangeRate;
/** The rows that are in force after all corrections, by list and id. */
type CurrentRows = ReadonlyMap<RuleList, ReadonlyMap<string, { record: RowRecord; parsed: Parsed }>>;

/**
 * Returns the rows after a publication, without those that new rows correct. Parses only the new rows and omits those with
 * a problem.
 */
export function afterPublication(rows: CurrentRows, published: readonly NewRow[]): CurrentRows {
  const next = new Map(RULE_LISTS.map((list) => [list, new Map(rows.get(list))] as const));
  for (const { list, id, record } of published) {
    const parsed = parsedRow(list, id, record);
    if (parsed) next.get(list)?.set(id, { record, parsed });
  }
  for (const { list, record } of published) if (record.supersedes) next.get(list)?.delete(record.supersedes);
  forgetOldRates(next.get('rates')!);
  return next;
}

/** Drops rates of a currency that are far older than its newest one. They stay in the database. */
function forgetOldRates(rates: Map<string, { record: RowRecord }>): void {
  const newest = new Map<string, string>();
  for (const { record } of rates.values()) {
    const { currency = '', date = '' } = record;
    if (date > (newest.get(currency) ?? '')) newest.set(currency, date);
  }
  const oldest = new Map([...newest].map(([currency, date]) => [currency, addDays(date, -RATE_HISTORY_DAYS)]));
  for (const [id, { record }] of rates)
    if ((record.date ?? '') < (oldest.get(record.currency ?? '') ?? '')) rates.delete(id);
}

function parsedRow(list: RuleList, id: string, record: RowRecord): Parsed | null {
  if (list === 'rates') return exchangeRateRow.safeParse(record).data ?? null;
  // Rules name sources, so a corrected source keeps its id.
  const cells = list === 'sources' ? { ...record, id: rootOfId(id) } : record;
  return parseRows(list, [{ supersedes: '', ...cells }]).rows[0] ?? null;
}

/** All published rows of one version, compiled per country and day on first use. */
export class PublishedBook {
  readonly version: number;
  readonly rows: CurrentRows;
  readonly book: RuleBook;
  /** Days of the longest known route from China; null if none is known. */
  readonly longestSailing: number | null;
  readonly #rates: ExchangeRate[];
  #newestRates: { today: Day; rates: Rates; newest: ReadonlyMap<string, ExchangeRate> } | null = null;
  readonly #prepared = new LRUCache<string, PreparedCountry>({ max: MAX_PREPARED });

  constructor(version: number, rows: CurrentRows) {
    const parsed = (list: RuleList) => [...(rows.get(list)?.values() ?? [])].map((row) => row.parsed);
    this.version = version;
    this.rows = rows;
    this.book = Object.fromEntries(BOOK_LISTS.map((list) => [list, parsed(list)])) as RuleBook;
    const sailings = this.book.freight.filter((row) => row.metric === 'transit' && row.origin === ORIGIN_COUNTRY);
    this.longestSailing = sailings.length > 0 ? Math.max(...sailings.map(({ high }) => high)) : null;
    this.#rates = parsed('rates') as ExchangeRate[];
  }

  /** Returns null for a country without rows. */
  prepared(country: string, on: Day): PreparedCountry | null {
    const key = `${country} ${on}`;
    const known = this.#prepared.get(key);
    if (known) return known;
    const prepared = prepareCountry(this.book, country, on);
    if (prepared) this.#prepared.set(key, prepared);
    return prepared;
  }

  /** Returns the country whose rows count in a country. */
  rowsOf(country: string): string | null {
    return countryOfRows(this.book, country);
  }

  /** Returns the sorted codes of all countries that have rows, directly or through their union. */
  countries(): string[] {
    const own = this.book.countries.map(({ country }) => country);
    return [...new Set([...own, ...UNION_MEMBERS.filter((country) => this.rowsOf(country))])].sort();
  }

  /** Returns the ids of rows of this book. The parsed row of a corrected source has the id that rules name, not its own. */
  idsOf(list: RuleList, parsed: readonly Parsed[]): string[] {
    const wanted = new Set(parsed);
    return [...(this.rows.get(list) ?? [])].flatMap(([id, row]) => (wanted.has(row.parsed) ? id : []));
  }

  /** Returns the newest usable rate of each currency, and the rates to compute with, which are ranges if they are old. */
  ratesOn(today: Day): { rates: Rates; newest: ReadonlyMap<string, ExchangeRate> } {
    if (this.#newestRates?.today !== today) this.#newestRates = { today, ...usableRates(this.#rates, today) };
    return this.#newestRates;
  }
}

const LOOK_EVERY_MS = 1_000;

/** The published rows in the memory of this process. */
export class RuleBookCache {
  readonly #db: Queryable;
  #book = new PublishedBook(0, new Map());
  /** A look that began before a publication says nothing about it. */
  #publications = 0;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #looking: Promise<number> | null = null;

  constructor(db: Queryable) {
    this.#db = db;
  }

  /** Returns the book as of the last look, and looks first if none was made for a second. */
  async book(): Promise<PublishedBook> {
    await this.refresh();
    return this.#book;
  }

  /** Returns the newest book, for a decision that must not use rules of a second ago. */
  newest(): Promise<PublishedBook> {
    this.expire();
    return this.book();
  }

  current(): PublishedBook {
    return this.#book;
  }

  /**
   * Looks for a new version, at most once per second and after `expire`. Returns how many versions were found. If the
   * database does not answer, the last book stays.
   */
  refresh(): Promise<number> {
    if (performance.now() - this.#lookedAt < LOOK_EVERY_MS) return Promise.resolve(0);
    if (!this.#looking) {
      const looking = this.#look().finally(() => {
        if (this.#looking === looking) this.#looking = null;
      });
      this.#looking = looking;
    }
    return this.#looking;
  }

  /** Makes the next reader look again. Call it after a publication by this process. */
  expire(): void {
    this.#publications += 1;
    this.#lookedAt = Number.NEGATIVE_INFINITY;
    this.#looking = null;
  }

  async #look(): Promise<number> {
    const startedAt = performance.now();
    const publications = this.#publications;
    const found = await this.#update().catch((error: unknown) => {
      if (this.#book.version === 0) throw error;
      return 0;
    });
    if (publications === this.#publications) this.#lookedAt = startedAt;
    return found;
  }

  async #update(): Promise<number> {
    const known = this.#book;
    const latest = await latestVersion(this.#db);
    if (latest <= known.version) return 0;
    const published = await rowsBetween(this.#db, known.version, latest);
    // Another look may have been faster.
    if (this.#book === known) this.#book = new PublishedBook(latest, afterPublication(known.rows, published));
    return latest - known.version;
  }
}
