import { type MonthOrder, monthOrderOf, otherCalendar, readMonth } from '#lib/tables/dates.ts';
import { decimalSignOf } from '#lib/tables/numbers.ts';
import type { SourceRow } from '#lib/tables/split-text.ts';
import type { FactName } from './fact-columns.ts';
import type { Column } from './guess-columns.ts';
import type { Mapping } from './mapping-file.ts';
import type { QuestionList } from './question.ts';
import { cellsOf, named } from './settle-columns.ts';
import type { Written } from './written.ts';

const DATES: readonly FactName[] = ['year', 'productionMonth', 'firstRegistrationMonth', 'batteryHealthDate'];
/** Only the year of a date is read from the column of the year. */
const ASKED: readonly FactName[] = ['productionMonth', 'firstRegistrationMonth', 'batteryHealthDate'];
const NUMBERS: readonly FactName[] = [
  ...(['price', 'mileage', 'engine', 'powerKw', 'curbWeightKg', 'batteryKwh', 'rangeKm'] as const),
];
/** The share of open dates from which a column is asked about. Fewer are left out one by one. */
const OPEN_SHARE = 0.2;
/** The share of dates of another calendar from which a column is asked about. */
const CALENDAR_SHARE = 0.5;

const NOTHING: Omit<Written, 'stored'> = { sign: null, months: { days: null, pairs: null }, converts: false };

/** Decides the decimal sign and the order of dates of each column by all its cells, and asks what they leave open. */
export function customsOf(
  columns: Map<FactName, Column[]>,
  rows: SourceRow[],
  mapping: Mapping,
  list: QuestionList,
): Map<number, Omit<Written, 'stored'>> {
  const customs = new Map<number, Omit<Written, 'stored'>>();
  const asked = new Set<number>();
  for (const [fact, candidates] of columns) {
    for (const column of candidates) {
      if (NUMBERS.includes(fact)) customs.set(column.index, { ...NOTHING, sign: signOf(column, rows) });
      if (!DATES.includes(fact)) continue;
      const isAsked = ASKED.includes(fact) && !asked.has(column.index);
      if (isAsked) asked.add(column.index);
      const custom = dateCustom(fact, column, rows, mapping, isAsked ? list : null);
      if (isAsked || !customs.has(column.index)) customs.set(column.index, custom);
    }
  }
  return customs;
}

/** Cells that a workbook stores as numbers have no sign of a custom. */
function signOf(column: Column, rows: SourceRow[]) {
  const found = decimalSignOf(
    cellsOf(
      [column],
      rows.filter(({ typed }) => typed?.get(column.index) === undefined),
    ),
  );
  return found && !found.isOpen ? found.sign : null;
}

function dateCustom(
  fact: FactName,
  column: Column,
  rows: SourceRow[],
  { dateOrder, calendar }: Mapping,
  list: QuestionList | null,
): Omit<Written, 'stored'> {
  const cells = cellsOf([column], rows);
  const about = { fact, columns: [column.header] };
  const others = cells.filter((cell) => otherCalendar(cell) !== null);
  const isOther = others.length > 0 && others.length >= cells.length * CALENDAR_SHARE;
  if (isOther && !calendar && list) {
    const text = `The column ${named([column])} has dates of another calendar, such as '${others[0]}'.`;
    const option = 'Add --calendar convert or --calendar leave-out.';
    list.ask('calendar', text, { ...about, examples: others, choices: ['convert', 'leave-out'], option });
  }
  const { isOpen, ...found } = monthOrderOf(cells);
  const months: MonthOrder = {
    days: found.days ?? dateOrder ?? null,
    pairs: found.pairs ?? (dateOrder ? (dateOrder === 'YMD' ? 'YM' : 'MY') : null),
  };
  const open = isOpen ? cells.filter((cell) => isOpenDate(cell, months)) : [];
  if (list && open.length > 0 && open.length >= cells.length * OPEN_SHARE) {
    const text = `Day and month of the dates in ${named([column])} could be either, such as '${open[0]}'.`;
    const option = 'Add --date-order DMY or --date-order MDY.';
    list.ask('dateOrder', text, { ...about, examples: open, choices: ['DMY', 'MDY', 'YMD'], option });
  }
  return { ...NOTHING, months, converts: calendar === 'convert' };
}

const isOpenDate = (cell: string, months: MonthOrder) =>
  readMonth(cell, months) === null && readMonth(cell, { days: 'DMY', pairs: 'MY' }) !== null;
