/** Parses cells with facts that decide about the import of a car: months, countries, sizes and amounts with a unit. */
import { LISTING_FIELDS, type Range } from '#features/catalog/listings/model/listing-fields.ts';
import { nameKey } from '#features/catalog/vehicles/model/vehicle-name.ts';
import { cellText } from '#lib/cell-text.ts';
import { COUNTRY_CODES } from '#lib/i18n/country-codes.ts';
import {
  readDay as dayOf,
  inOurYears,
  readMonth as monthOf,
  otherCalendar,
  readCertainDay,
  readSerial,
} from '#lib/tables/dates.ts';
import { plainDigits } from '#lib/tables/numbers.ts';
import { calendarProblem, type Reading } from './cell-values.ts';
import { cellNumber, UNKNOWN_CUSTOM, type Written } from './written.ts';

/** Parses a month to YYYY-MM. A day in the cell is dropped. */
export function readMonth(cell: string, { months, stored, converts }: Written = UNKNOWN_CUSTOM): Reading<string> {
  const text = converts ? inOurYears(cellText(cell)) : cellText(cell);
  // A spreadsheet shows the number 2019.10 as 2019.1.
  if (stored === 'n' && /^\d{4}\.1$/.test(text)) return { problem: 'January or October: the last zero may be missing' };
  const month = readSerial(text)?.slice(0, 7) ?? monthOf(text, months);
  if (month) return { value: month };
  if (otherCalendar(text)) return { problem: calendarProblem(text) };
  return { problem: isOpenDate(text) ? 'day and month of this date could be either' : 'not a year and month' };
}

/** Parses a day to YYYY-MM-DD. */
export function readDay(cell: string, { months, converts }: Written = UNKNOWN_CUSTOM): Reading<string> {
  const text = converts ? inOurYears(cellText(cell)) : cellText(cell);
  const day = (months.days && dayOf(text, months.days)) ?? readCertainDay(text) ?? readSerial(text);
  if (day) return { value: day };
  if (otherCalendar(text)) return { problem: calendarProblem(text) };
  return { problem: isOpenDate(text) ? 'day and month of this date could be either' : 'not a day' };
}

const isOpenDate = (text: string) =>
  (['DMY', 'MDY'] as const).every((order) => dayOf(text, order) !== null) || /^\d{1,2}[-/.]\d{1,2}$/.test(text);

const OTHER_COUNTRY_NAMES = {
  CN: 'prc mainland_china 中国大陆',
  AE: 'uae 阿联酋',
  GB: 'uk great_britain',
  US: 'usa',
  KR: 'korea',
};

/** Countries by code and by their names in English, Chinese and German. */
const countries = (() => {
  let found: Map<string, string> | null = null;
  return () => {
    if (found) return found;
    found = new Map();
    for (const locale of ['en', 'zh', 'de']) {
      const names = new Intl.DisplayNames(locale, { type: 'region' });
      for (const code of COUNTRY_CODES) found.set(nameKey(names.of(code) ?? code), code);
    }
    for (const code of COUNTRY_CODES) found.set(nameKey(code), code);
    for (const [code, names] of Object.entries(OTHER_COUNTRY_NAMES))
      for (const name of names.split(' ')) found.set(nameKey(name), code);
    return found;
  };
})();

/** Parses a country to its ISO 3166-1 code. */
export function readCountry(cell: string): Reading<string> {
  const code = countries().get(nameKey(cell));
  return code === undefined ? { problem: 'not a known country' } : { value: code };
}

type Amount = {
  /** What problems call it. */
  called: string;
  /** The unit of the field, as problems write it. */
  unitName: string;
  /** How many of the field's units one of each unit is. */
  units: Record<string, number>;
  decimals?: number;
};

/** Fields whose number has no meaning without a unit in the header or in the cell. */
export const AMOUNTS = {
  powerKw: {
    called: 'power',
    unitName: 'kW',
    units: {
      kw: 1,
      千瓦: 1,
      ps: 0.735_498_75,
      马力: 0.735_498_75,
      匹: 0.735_498_75,
      hp: 0.745_699_9,
      bhp: 0.745_699_9,
    },
  },
  curbWeightKg: {
    called: 'curb weight',
    unitName: 'kg',
    units: { kg: 1, kgs: 1, 公斤: 1, 千克: 1, t: 1000, 吨: 1000, lb: 0.453_592_37, lbs: 0.453_592_37 },
  },
  batteryKwh: { called: 'battery capacity', unitName: 'kWh', units: { kwh: 1, 度: 1, 千瓦时: 1 }, decimals: 1 },
  rangeKm: {
    called: 'range',
    unitName: 'km',
    units: { km: 1, kms: 1, 公里: 1, 千米: 1, mi: 1.609_344, mile: 1.609_344, miles: 1.609_344, 英里: 1.609_344 },
  },
} as const satisfies Partial<Record<keyof typeof LISTING_FIELDS, Amount>>;
export type AmountField = keyof typeof AMOUNTS;
export const isAmount = (name: string): name is AmountField => Object.hasOwn(AMOUNTS, name);

const AMOUNT = /^(?:(cltc|wltp|nedc|epa)[ :：]*)?(\d[\d.,]*) ?([^\d\s(（]*)(?: ?[(（]?(?:cltc|wltp|nedc|epa)[)）]?)?$/i;

/** Parses an amount with a unit. @param unit the unit in the header; null if it names none. */
export function readAmount(
  name: AmountField,
  cell: string,
  unit: string | null,
  written: Written = UNKNOWN_CUSTOM,
): Reading<number> {
  const { called, unitName, units, decimals = 0 }: Amount = AMOUNTS[name];
  const range: Range = LISTING_FIELDS[name].range;
  const [, , digits = '', named = ''] = AMOUNT.exec(plainDigits(cellText(cell))) ?? [];
  const amount = cellNumber(digits, written, decimals > 0 ? 'decimal' : 'grouped')?.value;
  if (amount === undefined) return { problem: `the ${called} is not a number` };
  const cycle = /^(cltc|wltp|nedc|epa)$/i.test(named);
  const given = named === '' || cycle ? unit : named.toLowerCase();
  if (given === null) return { problem: `the ${called} has no unit` };
  const factor = Object.hasOwn(units, given) ? units[given] : undefined;
  if (factor === undefined) return { problem: `the ${called} contains '${named}', which is not a unit of it` };
  const value = Math.round(amount * factor * 10 ** decimals) / 10 ** decimals;
  if (value < range.min || value > range.max)
    return { problem: `${called} must be from ${range.min} to ${range.max} ${unitName}` };
  return { value };
}

const CYCLE = /cltc|wltp|nedc|epa/i;

/** Returns the test cycle that the header or the cell of a range names. */
export function cycleIn(...texts: string[]): 'cltc' | 'wltp' | 'nedc' | 'epa' | null {
  const found = texts.map((text) => CYCLE.exec(text)?.[0].toLowerCase()).find((cycle) => cycle !== undefined);
  return (found as 'cltc' | undefined) ?? null;
}

type Dimensions = { lengthMm: number; widthMm: number; heightMm: number };

/** Parses length, width and height in millimeters: 4650*1825*1680, 4650×1825×1680mm. */
export function readDimensions(cell: string): Reading<Dimensions> {
  const parts = cellText(cell)
    .replace(/ ?(mm|毫米)/gi, '')
    .split(/ ?[*x×✕／/, ] ?/i)
    .map((part) => (/^\d{3,5}(\.0+)?$/.test(part) ? Number(part) : Number.NaN));
  const [lengthMm = 0, widthMm = 0, heightMm = 0] = parts;
  const sizes = { lengthMm, widthMm, heightMm };
  const fits = (Object.keys(sizes) as (keyof Dimensions)[]).every((name) => {
    const { min, max } = LISTING_FIELDS[name].range;
    return sizes[name] >= min && sizes[name] <= max;
  });
  if (parts.length !== 3 || !fits) return { problem: 'not a length, width and height in millimeters' };
  return { value: sizes };
}
