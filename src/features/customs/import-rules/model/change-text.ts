import { type RowRecord, titleOf } from './rows/rule-list.ts';

/** The lists in which a change matters to a buyer. */
export const CHANGE_LISTS = ['rules', 'charges', 'tables', 'baseUnits', 'references'] as const;
export type ChangeList = (typeof CHANGE_LISTS)[number];

/** What a row says, in one line without its sources. Texts of rows have one language. */
export function textOfRow(list: ChangeList, record: RowRecord): string {
  const cell = (name: string) => record[name] ?? '';
  switch (list) {
    case 'charges':
      return `${cell('name')}: ${amountText(record)}`;
    case 'tables':
      return `Table ${cell('table')}: ${cell('value')}`;
    case 'references':
      return `${cell('make')}, reference prices: ${cell('prices').split('\n').length}`;
    default:
      return titleOf(list, record);
  }
}

const UNITS: Record<string, string> = { percent: '%', depreciated: '%', slopedPercent: '%' };

function amountText(record: RowRecord): string {
  const { operator = '', low = '', likely = '', high = '', currency, per } = record;
  if (operator === 'notKnown') return 'not known';
  if (likely.startsWith('table:')) return 'by a table of rates';
  if (likely === '') return 'by a formula';
  const [least, most] = [low || likely, high || likely];
  const amount = least === most ? likely : `${least}–${most}`;
  return [amount, UNITS[operator] ?? currency, per && `/ ${per}`].filter(Boolean).join(' ');
}
