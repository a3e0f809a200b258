import type { MonthOrder } from '#lib/tables/dates.ts';
import { type DecimalSign, decimalSignOf, type ReadNumber, readNumber } from '#lib/tables/numbers.ts';

/** How the column of a cell is written. */
export type Written = {
  /** The decimal sign of the column; null if its cells contradict each other or none decides. */
  sign: DecimalSign | null;
  months: MonthOrder;
  /** Whether years of other calendars are converted to ours. */
  converts: boolean;
  /** How a workbook stores the cell: as a number or a day. Null for text. */
  stored: 'n' | 'd' | null;
};

/** A cell without a column, such as a value of the mapping file. */
export const UNKNOWN_CUSTOM: Written = {
  sign: null,
  months: { days: null, pairs: null },
  converts: false,
  stored: null,
};

type CellNumber = Pick<ReadNumber, 'currency' | 'unit'> & { value: number; isNegative: boolean };

/**
 * Reads a number by the custom of its column. Where 1.234 or 1,234 could be either, `open` decides: whole amounts are grouped by
 * thousands, and sizes have decimals. Returns null for anything else, and for words that are no currency or multiplier.
 */
export function cellNumber(text: string, { sign, stored }: Written, open: 'grouped' | 'decimal'): CellNumber | null {
  const own = stored === 'n' ? '.' : (sign ?? decimalSignOf([text])?.sign ?? null);
  let number = own && readNumber(text, own);
  if (own && number?.isOpen && sign === null && stored !== 'n') {
    const other = own === '.' ? ',' : '.';
    const isGrouped = number.fraction === '';
    // 3.125万 is 31,250.
    const wanted = number.unit === 1 ? open : 'decimal';
    if (isGrouped !== (wanted === 'grouped')) number = readNumber(text, other);
  }
  if (!number || number.mark) return null;
  const { whole, fraction, unit, currency, isNegative } = number;
  return { value: Number(`${whole}.${fraction || '0'}e${Math.log10(unit)}`), unit, currency, isNegative };
}
