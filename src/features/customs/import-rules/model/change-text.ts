import type { RowRecord } from './rows/rule-list.ts';

/** The lists in which a change matters to a buyer. */
export const CHANGE_LISTS = ['rules', 'charges', 'tables', 'baseUnits', 'references'] as const;
export type ChangeList = (typeof CHANGE_LISTS)[number];

/** What a row says, in one line without its sources. */
export function textOfRow(list: ChangeList, record: RowRecord): string {
  const cell = (name: string) => record[name] ?? '';
  switch (list) {
    case 'rules':
      return cell('sentence');
    case 'charges':
      return `${cell('name')}: ${amountText(record)}`;
    case 'tables':
      return `${cell('table')}: ${cell('value')}`;
    case 'baseUnits':
      return `${cell('unit')}: ${cell('value')} ${cell('currency')}`;
    case 'references':
      return `${cell('make')}: ${cell('prices').split('\n').length}`;
  }
}

const UNITS: Record<string, string> = { percent: '%', depreciated: '%', slopedPercent: '%' };

function amountText(record: RowRecord): string {
  const [low = '', likely = '', high = ''] = [record.low, record.likely, record.high];
  if (likely === '') return record.operator === 'notKnown' ? '?' : (record.operator ?? '');
  const least = low === '' ? likely : low;
  const most = high === '' ? likely : high;
  const amount = least === most ? likely : `${least}–${most}`;
  const unit = [UNITS[record.operator ?? ''] ?? record.currency, record.per && `/ ${record.per}`].filter(Boolean);
  return [amount, ...unit].join(' ');
}
