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

type FoundOrder = {
  order: DateOrder;
  /** Whether no date of the column has a day above 12, so day and month could be either. */
  isOpen: boolean;
  /** Whether all cells are counts of days. */
  isSerial: boolean;
};

/** Decides the order of a column by all its dates. Null if no cell is a date, or if they contradict each other. */
export function dateOrderOf(texts: Iterable<string>): FoundOrder | null {
  let [read, serials, years, first, second, open] = [0, 0, 0, 0, 0, 0];
  for (const text of texts) {
    if (text.trim() === '') continue;
    if (readSerial(text)) serials++;
    const parts = partsOf(text);
    if (!parts) continue;
    read++;
    if ('named' in parts) continue;
    const [one = '', two = ''] = parts.numbers;
    if (one.length === 4) years++;
    else if (Number(one) > 12) first++;
    else if (Number(two) > 12) second++;
    else if (one !== two) open++;
  }
  if (read === 0) return serials > 0 ? { order: 'YMD', isOpen: false, isSerial: true } : null;
  if (first > 0 && second > 0) return null;
  if (first + second + open === 0) return { order: years > 0 ? 'YMD' : 'DMY', isOpen: false, isSerial: false };
  return { order: second > 0 ? 'MDY' : 'DMY', isOpen: first + second === 0, isSerial: false };
}

type Parts = { year: string; month: string; day: string };

const FILLERS = /^(?:de|del|d'|of|the|г|года?|th|st|nd|rd|ya|في|من)$/i;
const WEEKDAYS =
  /^(?:mon|tue|wed|thu|fri|sat|sun|lun|mar|mer|mié|mie|jue|jeu|ven|vie|sam|sáb|sab|dim|dom|seg|ter|qua|qui|sex|mo|di|mi|do|fr|sa|so|пн|вт|ср|чт|пт|сб|вс)\p{L}*$/iu;

function partsOf(text: string): { named: Parts } | { numbers: string[] } | null {
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
