import { amountOf } from '../money.ts';
import { BOOKS_CURRENCY, decimalsOf, wholeUnitsOf } from './currency.ts';

/** What `Date` reads: a moment, or a day such as 2026-11-21. */
type Moment = Date | string | number;

const DATES = {
  /** Nov 21, 2026: a day of a calendar. */
  day: { dateStyle: 'medium' },
  /** November 21, 2026 */
  longDay: { dateStyle: 'long' },
  /** Saturday, November 21, 2026 */
  fullDay: { dateStyle: 'full' },
  /** Saturday */
  weekday: { weekday: 'long' },
  /** Sat */
  shortWeekday: { weekday: 'short' },
  /** Nov 21 */
  dayOfMonth: { month: 'short', day: 'numeric' },
  /** November */
  month: { month: 'long' },
  /** November 2026 */
  monthOfYear: { month: 'long', year: 'numeric' },
  /** 2026 */
  year: { year: 'numeric' },
  /** Nov */
  shortMonth: { month: 'short' },
  /** Nov 26 */
  shortMonthOfYear: { month: 'short', year: '2-digit' },
  /** Nov 21, 2026, 14:05 */
  minute: { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

const DAY_PARTS = { year: 'numeric', month: 'short', day: 'numeric' } as const;
/** The name of a zone cannot be combined with `dateStyle`. */
const PARTS = {
  day: DAY_PARTS,
  minute: { ...DAY_PARTS, hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZoneName: 'shortOffset' },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

const NUMBERS = {
  /** 1,234.5 */
  decimal: { maximumFractionDigits: 2 },
  /** 4.0 */
  oneDecimal: { minimumFractionDigits: 1, maximumFractionDigits: 1 },
  /** 4.00 */
  twoDecimals: { minimumFractionDigits: 2, maximumFractionDigits: 2 },
  /** 1.08421, or 0.00771234: the rate of a currency */
  rate: { maximumSignificantDigits: 6 },
  /** 33.3% */
  share: { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 },
  /** 7.25% */
  percent: { style: 'percent', maximumFractionDigits: 2 },
  /** 7.00% */
  exactPercent: { style: 'percent', minimumFractionDigits: 2 },
  /** +7.3% */
  change: { style: 'percent', maximumFractionDigits: 1, signDisplay: 'exceptZero' },
} satisfies Record<string, Intl.NumberFormatOptions>;

const DOLLARS = { style: 'currency', currency: 'USD' } as const;
const AMOUNTS = {
  /** $1,234.00 */
  exact: DOLLARS,
  /** $1,234, or $1,234.50 where there are cents */
  price: { ...DOLLARS, trailingZeroDisplay: 'stripIfInteger' },
  /** $1,235 */
  whole: { ...DOLLARS, maximumFractionDigits: 0 },
  /** $1.2K */
  short: { ...DOLLARS, notation: 'compact', maximumFractionDigits: 1 },
} satisfies Record<string, Intl.NumberFormatOptions>;

const IN_CODES = { style: 'currency', currencyDisplay: 'code', maximumFractionDigits: 0 } as const;

const TWO_DIGITS = { minimumIntegerDigits: 2 } as const;
const LISTS = { type: 'unit', style: 'short' } as const;
const REGIONS = { type: 'region' } as const;

type DateStyle = keyof typeof DATES;
type NumberStyle = keyof typeof NUMBERS;
type AmountStyle = keyof typeof AMOUNTS;

/** Dates, numbers and amounts as a language writes them. Every moment is in UTC. */
export type Formatters = {
  date(moment: Moment, style?: Exclude<DateStyle, 'minute'>): string;
  /** Nov 21, 2026 UTC: the day of a moment. */
  utcDay(moment: Moment): string;
  /** Nov 21, 2026, 14:05 UTC */
  utcTime(moment: Moment): string;
  /** Nov 21, 2026, 14:05 GMT+8: as a clock at the place shows it. */
  localTime(moment: Moment, timeZone: string): string;
  /** Nov 21, 2026: the day at the place. */
  localDay(moment: Moment, timeZone: string): string;
  /** 09:00, of an hour of a day; 24 is midnight at its end. */
  clock(hour: number): string;
  number(value: number, style?: NumberStyle): string;
  /** An amount of US dollars, always with its cents: $1,234.50. */
  dollars(amount: number, style?: AmountStyle): string;
  /** An amount of cents as dollars. */
  cents(amount: number): string;
  /** An amount in the smallest units of a currency, with all its decimals: $1,234.50, KWD 1,234.500. */
  amount(minorUnits: number, currency: string): string;
  /** A price as pages show it: $18,500, or $45.50 where there are cents. */
  price(amount: number): string;
  /** An amount in whole units of any currency, with its three-letter code, because signs such as $ are ambiguous: KES 2,390,000. */
  money(amount: number, currency: string): string;
  /** a, b, c */
  list(items: string[]): string;
  /** The name of a country by its two-letter code. */
  region(code: string): string;
};

/** Returns the formatters of a locale. Creates those of Intl on first use. */
export function formattersOf(locale: string): Formatters {
  const made = new Map<object | string, unknown>();
  const dates = (style: DateStyle) =>
    memoized(made, DATES[style], () => new Intl.DateTimeFormat(locale, { ...DATES[style], timeZone: 'UTC' }));
  const zoned = (style: DateStyle, timeZone: string, moment: Moment) => {
    const parts = { timeZone, ...PARTS[style === 'minute' ? 'minute' : 'day'] };
    const key = `${style} ${timeZone}`;
    return memoized(made, key, () => new Intl.DateTimeFormat(locale, parts)).format(new Date(moment));
  };
  const numbers = (options: Intl.NumberFormatOptions) =>
    memoized(made, options, () => new Intl.NumberFormat(locale, options));
  const currencies = (currency: string) =>
    memoized(made, currency, () => new Intl.NumberFormat(locale, { ...IN_CODES, currency }));
  const exact = (currency: string) =>
    memoized(made, `exact ${currency}`, () => {
      const digits = decimalsOf(currency);
      const decimals = { minimumFractionDigits: digits, maximumFractionDigits: digits };
      return new Intl.NumberFormat(locale, { ...IN_CODES, ...decimals, currency });
    });
  const dollars = (amount: number, style: AmountStyle = 'exact') => numbers(AMOUNTS[style]).format(amount);
  return {
    date: (moment, style = 'day') => dates(style).format(new Date(moment)),
    utcDay: (moment) => `${dates('day').format(new Date(moment))} UTC`,
    utcTime: (moment) => `${dates('minute').format(new Date(moment))} UTC`,
    localTime: (moment, timeZone) => zoned('minute', timeZone, moment),
    localDay: (moment, timeZone) => zoned('day', timeZone, moment),
    clock: (hour) => [hour, 0].map((part) => numbers(TWO_DIGITS).format(part)).join(':'),
    number: (value, style = 'decimal') => numbers(NUMBERS[style]).format(value),
    dollars,
    cents: (amount) => dollars(amountOf(amount)),
    amount: (minorUnits, currency) =>
      currency === BOOKS_CURRENCY
        ? dollars(amountOf(minorUnits))
        : exact(currency).format(wholeUnitsOf(minorUnits, currency)),
    price: (amount) => dollars(amount, 'price'),
    money: (amount, currency) => currencies(currency).format(amount),
    list: (items) => memoized(made, LISTS, () => new Intl.ListFormat(locale, LISTS)).format(items),
    region: (code) => memoized(made, REGIONS, () => new Intl.DisplayNames(locale, REGIONS)).of(code) ?? code,
  };
}

function memoized<Made>(made: Map<object | string, unknown>, key: object | string, make: () => Made): Made {
  const known = made.get(key) ?? make();
  made.set(key, known);
  return known as Made;
}
