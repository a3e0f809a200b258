import { monthOf } from './month-names.ts';
import { plainDigits, unprotected } from './numbers.ts';

/** The order of year, month and day. */
export const DATE_ORDERS = ['YMD', 'DMY', 'MDY'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/** Reads a day such as 2026-11-20, 20.11.26, 02-Nov-2026 or 2 ноября 2026, with or without a time. Null if it is no day of the calendar. */
export function readDay(text: string, order: DateOrder): string | null {
  const parts = partsOf(text);
  if (!parts) return null;
  if ('named' in parts) return dayOf(parts.named);
  const { numbers } = parts;
  const used: DateOrder = numbers[0]?.length === 4 ? 'YMD' : order;
  const at = (unit: string) => numbers[used.indexOf(unit)] ?? '';
  return dayOf({ year: at('Y'), month: at('M'), day: at('D') });
}

/** Counts of days since 1899-12-30, as spreadsheets store them: from 1982 to 2064. */
export function readSerial(text: string): string | null {
  const number = /^(\d{5})(?:[.,]\d+)?$/.exec(text.trim())?.[1];
  const days = Number(number);
  if (!number || days < 30_000 || days > 60_000) return null;
  return new Date(Date.UTC(1899, 11, 30) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Calendars whose years are no years of ours. They are named and asked about, never converted. */
type OtherCalendar = 'buddhist' | 'japanese' | 'minguo' | 'hijri';

/** Names the calendar of a date such as 2569/11/20, R8.11.20, 令和8年11月20日, 民國115年. Null if nothing points to one. */
export function otherCalendar(text: string): OtherCalendar | null {
  const plain = plainDigits(unprotected(text));
  if (/^(?:[MTSHR]|明治|大正|昭和|平成|令和)\s?(?:\d{1,2}|元)[-./年]/.test(plain)) return 'japanese';
  if (/民[国國]/.test(plain)) return 'minguo';
  const year = Number(/(?<!\d)(?:1[34]\d\d|2[45]\d\d)(?!\d)/.exec(plain)?.[0]);
  if (year >= 2440 && year <= 2599) return 'buddhist';
  return year >= 1380 && year <= 1499 ? 'hijri' : null;
}

/** The years before the first year of each era. */
const ERAS: [RegExp, number][] = [
  [/^(?:R|令和)/, 2018],
  [/^(?:H|平成)/, 1988],
  [/^(?:S|昭和)/, 1925],
  [/^(?:T|大正)/, 1911],
  [/^(?:M|明治)/, 1867],
];

/** Writes a date of the Buddhist or Japanese calendar, or that of Taiwan, with the year of ours. Other texts stay as they are. */
export function inOurYears(text: string): string {
  const plain = plainDigits(unprotected(text));
  switch (otherCalendar(plain)) {
    case 'buddhist':
      return plain.replace(/(?<!\d)2[45]\d\d(?!\d)/, (year) => String(Number(year) - 543));
    case 'japanese': {
      const before = ERAS.find(([name]) => name.test(plain))?.[1] ?? 0;
      return plain.replace(/^\D+?(\d{1,2}|元)/, (_, year) => String(before + (year === '元' ? 1 : Number(year))));
    }
    case 'minguo':
      return plain.replace(/民[国國]\s*(\d{1,3}|元)/, (_, year) => String(1911 + (year === '元' ? 1 : Number(year))));
    default:
      return text;
  }
}

type FoundOrder = {
  order: DateOrder;
  /** Whether no date of the column has a day above 12, so day and month could be either. */
  isOpen: boolean;
  /** Whether all cells are counts of days. */
  isSerial: boolean;
};

/** Decides the order of a column by all its dates. Null if no cell is a date, or if they contradict each other. */
export function dateOrderOf(texts: Iterable<string>): FoundOrder | null {
  let [read, serials, years, short, first, second, open] = [0, 0, 0, 0, 0, 0, 0];
  for (const text of texts) {
    if (text.trim() === '') continue;
    if (readSerial(text)) serials++;
    const parts = partsOf(text);
    if (!parts) continue;
    read++;
    if ('named' in parts) continue;
    const [one = '', two = ''] = parts.numbers;
    if (one.length === 4) years++;
    else if (Number(one) > 31) short++;
    else if (Number(one) > 12) first++;
    else if (Number(two) > 12) second++;
    else if (one !== two) open++;
  }
  if (read === 0) return serials > 0 ? { order: 'YMD', isOpen: false, isSerial: true } : null;
  if (first > 0 && second > 0) return null;
  // 98-03-15: no day is above 31, so the year comes first in the whole column.
  if (short > 0) return second > 0 ? null : { order: 'YMD', isOpen: false, isSerial: false };
  if (first + second + open === 0) return { order: years > 0 ? 'YMD' : 'DMY', isOpen: false, isSerial: false };
  return { order: second > 0 ? 'MDY' : 'DMY', isOpen: first + second === 0, isSerial: false };
}

/** The order of a column of months: that of its days, and of pairs such as 03/19, which is null while either could be the year. */
export type MonthOrder = { days: DateOrder | null; pairs: 'MY' | 'YM' | null };

const PAIR = /^(\d{1,2})[-/.](\d{1,2})$/;
const YEAR_MONTH = /^((?:19|20)\d\d)(?:[-/. ]?(0[1-9]|1[0-2])|[-/. ]([1-9]))$/;
const MONTH_YEAR = /^(0?[1-9]|1[0-2])[-/. ]((?:19|20)\d\d)$/;

/** Decides how a column writes years and months by all its cells. `isOpen`: day and month, or month and year, could be either. */
export function monthOrderOf(texts: Iterable<string>): MonthOrder & { isOpen: boolean } {
  const all = [...texts];
  // Dates with points begin with the day in every custom, but say nothing about those with slashes.
  const unpointed = all.filter((text) => !POINTED.test(plainDigits(text)));
  const days = dateOrderOf(unpointed.length > 0 ? unpointed : all);
  const pairs = all.flatMap((text) => {
    const [, one, two] = PAIR.exec(monthText(text)) ?? [];
    return one && two ? [[Number(one), Number(two)] as const] : [];
  });
  const isYearFirst = pairs.some(([one]) => one > 12);
  const isYearLast = pairs.some(([, two]) => two > 12);
  const order = isYearFirst === isYearLast ? null : isYearLast ? 'MY' : 'YM';
  const isContradiction = days === null && all.some((text) => partsOf(text) !== null);
  return {
    days: (days?.isOpen && unpointed.length > 0) || isContradiction ? null : (days?.order ?? 'YMD'),
    pairs: order,
    isOpen: (days?.isOpen === true && unpointed.length > 0) || (pairs.length > 0 && !isYearFirst && !isYearLast),
  };
}

/**
 * Reads a year and a month such as 2019-03, 03/2019, Mar-19, 2019年3月 or 201903, or the month of a day. Null if it is none, or if the
 * order is open and decides.
 */
export function readMonth(text: string, { days, pairs }: MonthOrder): string | null {
  if (hasShortHanYear(text)) return null;
  const day = days && !POINTED.test(plainDigits(text)) ? readDay(text, days) : readCertainDay(text);
  if (day) return day.slice(0, 7);
  const plain = monthText(text);
  const [, year, padded, single] = YEAR_MONTH.exec(plain) ?? [];
  if (year) return monthIn(year, padded ?? single ?? '');
  const [, month, after] = MONTH_YEAR.exec(plain) ?? [];
  if (month && after) return monthIn(after, month);
  const pair = PAIR.exec(plain);
  if (pair) return pairs ? monthIn(pair[pairs === 'MY' ? 2 : 1] ?? '', pair[pairs === 'MY' ? 1 : 2] ?? '') : null;
  return namedMonth(plain);
}

const POINTED = /^\s*\d{1,2}\.\s?\d{1,2}\.\s?\d{2,4}(?!\d)/;

/** Reads a day that only one order allows, such as 15/03/2021, or that is written with points. Null for 03/04/2021. */
export function readCertainDay(text: string): string | null {
  const orders = POINTED.test(plainDigits(text)) ? (['DMY'] as const) : (['DMY', 'MDY'] as const);
  const found = new Set(orders.flatMap((order) => readDay(text, order) ?? []));
  return found.size === 1 ? ([...found][0] ?? null) : null;
}

/** A two-digit year before 年 may be one of an emperor or of the republic. */
const hasShortHanYear = (text: string) => /(?:^|\D)\d{1,2}\s*年/.test(plainDigits(unprotected(text)));

const monthText = (text: string) =>
  plainDigits(unprotected(text))
    .replace(/\s*[年月]\s*/g, '-')
    .replace(/-$/, '')
    .replace(/\s*([-/.])\s*/g, '$1')
    .trim();

/** The name of a month and a year: Mar-19, March 2019, 2019 März, março de 2019. */
function namedMonth(plain: string): string | null {
  const words = (plain.match(/\d+|[^\d\s\-/.,']+/gu) ?? []).filter((word) => !FILLERS.test(word));
  const [numbers, names] = [words.filter((word) => /^\d+$/.test(word)), words.filter((word) => !/^\d+$/.test(word))];
  const [year = ''] = numbers;
  const month = names.length > 0 && names.length <= 2 ? monthOf(names.join(' ')) : null;
  return month && numbers.length === 1 ? monthIn(year, String(month)) : null;
}

function monthIn(year: string, month: string): string | null {
  return dayOf({ year, month, day: '1' })?.slice(0, 7) ?? null;
}

type Parts = { year: string; month: string; day: string };

const FILLERS = /^(?:de|del|d'|of|the|г|года?|th|st|nd|rd|ya|في|من)$/i;
const WEEKDAYS =
  /^(?:mon|tue|wed|thu|fri|sat|sun|lun|mar|mer|mié|mie|jue|jeu|ven|vie|sam|sáb|sab|dim|dom|seg|ter|qua|qui|sex|mo|di|mi|do|fr|sa|so|пн|вт|ср|чт|пт|сб|вс)\p{L}*$/iu;

function partsOf(text: string): { named: Parts } | { numbers: string[] } | null {
  if (hasShortHanYear(text)) return null;
  const plain = plainDigits(unprotected(text))
    .replace(/\s*(?:T|\s)\s*\d{1,2}:\d{2}.*$/i, '')
    .replace(/[年月]/g, '-')
    .replace(/[日号號]/g, ' ')
    .replace(/(\d)(?:st|nd|rd|th)\b/i, '$1')
    .replace(/[\u0610-\u061a\u064b-\u065f]/g, '')
    .trim();
  if (/^\d{8}$/.test(plain)) return { numbers: compactParts(plain) };
  // 20261120101112, and the day before a number of hours.
  if (/^20\d{12}$/.test(plain)) return { numbers: compactParts(plain.slice(0, 8)) };
  const [day = ''] = plain.split(' ');
  const split = day.split(/[-/.]/).filter((part, at, all) => part !== '' || at < all.length - 1);
  if (split.length === 3 && split.every((part) => /^\d{1,4}$/.test(part))) return { numbers: split };
  return namedParts(plain);
}

/** Compact dates begin with their year, or end with it. */
function compactParts(day: string): string[] {
  return /^(?:19|20)\d\d(?:0[1-9]|1[0-2])/.test(day)
    ? [day.slice(0, 4), day.slice(4, 6), day.slice(6)]
    : [day.slice(0, 2), day.slice(2, 4), day.slice(4)];
}

/** A date with the name of its month: 02-Nov-2026, Nov 2, 2026, 2 de noviembre de 2026, 2ноя2026. */
function namedParts(plain: string): { named: Parts } | null {
  const words = plain.match(/\d+|[^\d\s\-/.,]+/gu) ?? [];
  const joined = words.length > 8 ? [] : words.filter((word) => !FILLERS.test(word));
  const numbers = joined.filter((word) => /^\d+$/.test(word));
  const names = joined.filter((word) => !/^\d+$/.test(word));
  const two = names.length === 2 ? monthOf(names.join(' ')) : null;
  const months = names.map((word) => monthOf(word)).filter((month) => month !== null);
  const others = names.filter((word) => monthOf(word) === null && !WEEKDAYS.test(word));
  const month =
    two ??
    (months.length === 1 && others.length === 0
      ? months[0]
      : months.length === 2 && names[0] !== undefined && WEEKDAYS.test(names[0])
        ? months[1]
        : null);
  const [one = '', other = ''] = numbers;
  if (!month || numbers.length !== 2) return null;
  const [year, day] = one.length === 4 ? [one, other] : [other, one];
  return { named: { year, month: String(month), day } };
}

/** Years of two digits are those from 1970 to 2069. */
function dayOf({ year, month, day }: Parts): string | null {
  if (month.length > 2 || day.length > 2 || (year.length !== 4 && year.length !== 2)) return null;
  const full = year.length === 4 ? year : `${Number(year) < 70 ? 20 : 19}${year}`;
  const text = `${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = Date.parse(`${text}T00:00:00Z`);
  if (Number.isNaN(time) || !new Date(time).toISOString().startsWith(text)) return null;
  return full >= '1900' && full <= '2099' ? text : null;
}
