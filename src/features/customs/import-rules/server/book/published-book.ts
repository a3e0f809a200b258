import { LRUCache } from 'lru-cache';
import { addDays, type Day } from '../../model/calendar.ts';
import type { Rates } from '../../model/charges/rates.ts';
import { type PreparedCountry, prepareCountry } from '../../model/prepare-country.ts';
import { type ExchangeRate, exchangeRateRow, RATE_EXPIRES_AFTER_DAYS } from '../../model/rows/country-row.ts';
import { BOOK_LISTS, type BookList, parseRows, type RuleBook } from '../../model/rows/rule-book.ts';
import { type RowRecord, rootOfId } from '../../model/rows/rule-list.ts';
import { ORIGIN_COUNTRY } from '../../model/rows/rule-row.ts';
import { RULE_LISTS, type RuleList } from '../../model/rule-office.ts';
import { countryOfRows, UNION_MEMBERS } from '../../model/union.ts';
import { type NewRow, RATES_STAY_DAYS } from './rule-row-store.ts';

/** A country on one day takes some ten kilobytes. */
const MAX_PREPARED = 300;

/** A row after parsing. */
type Parsed = RuleBook[BookList][number] | ExchangeRate;
/** The rows that are in force after all corrections, by list and id. */
export type CurrentRows = ReadonlyMap<RuleList, ReadonlyMap<string, { record: RowRecord; parsed: Parsed }>>;

/**
 * Returns the rows after a publication: new rows are added, and those that they correct are left out. Only new rows are
 * parsed; one with a problem is left out.
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

/** Fetched rates would add up. Only those of the last days are used, and older ones stay in the database. */
function forgetOldRates(rates: Map<string, { record: RowRecord }>): void {
  const dates = [...rates.values()].map(({ record }) => record.date ?? '');
  const newest = dates.reduce((latest, date) => (date > latest ? date : latest), '');
  if (newest === '') return;
  const oldest = addDays(newest, -RATES_STAY_DAYS);
  for (const [id, { record }] of rates) if ((record.date ?? '') < oldest) rates.delete(id);
}

function parsedRow(list: RuleList, id: string, record: RowRecord): Parsed | null {
  if (list === 'rates') return exchangeRateRow.safeParse(record).data ?? null;
  // Rules name sources, so a corrected source keeps its id.
  const cells = list === 'sources' ? { ...record, id: rootOfId(id) } : record;
  return parseRows(list, [{ supersedes: '', ...cells }]).rows[0] ?? null;
}

/** All published rows of one version, compiled per country and day when they are first asked for. */
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

  /** Returns the codes of all countries with rows of their own or of their union, in alphabetical order. */
  countries(): string[] {
    const own = this.book.countries.map(({ country }) => country);
    return [...new Set([...own, ...UNION_MEMBERS.filter((country) => this.rowsOf(country))])].sort();
  }

  /** Returns the ids of rows of this book. The parsed row of a corrected source has the id that rules name, not its own. */
  idsOf(list: RuleList, parsed: readonly Parsed[]): string[] {
    const wanted = new Set(parsed);
    return [...(this.rows.get(list) ?? [])].flatMap(([id, row]) => (wanted.has(row.parsed) ? id : []));
  }

  /** Returns the newest rate of each currency that has not expired, and US dollars. */
  ratesOn(today: Day): { rates: Rates; newest: ReadonlyMap<string, ExchangeRate> } {
    if (this.#newestRates?.today !== today) this.#newestRates = { today, ...this.#findRates(today) };
    return this.#newestRates;
  }

  #findRates(today: Day) {
    const oldest = addDays(today, -RATE_EXPIRES_AFTER_DAYS);
    const newest = new Map<string, ExchangeRate>();
    for (const rate of this.#rates) {
      const known = newest.get(rate.currency);
      if (rate.date >= oldest && rate.date <= today && (!known || known.date < rate.date))
        newest.set(rate.currency, rate);
    }
    const rates = Object.fromEntries([...newest.values()].map(({ currency, perUsd }) => [currency, perUsd]));
    return { rates: { ...rates, USD: 1 }, newest };
  }
}
