import { isId, transactionPattern } from './id-search.ts';

/** The meaning of a search text in the back office. */
export type TradeSearch =
  | { by: 'id'; id: number }
  | { by: 'order'; id: number }
  | { by: 'reference'; reference: string }
  | { by: 'transaction'; pattern: string }
  | { by: 'words'; pattern: string; vin: string };

/**
 * Reads a search text: digits are ids, CQ- and digits the number of an order, CQ- and letters its transfer reference, TR or many digits a
 * transaction. Other text is a part of a buyer's name, email or mobile number, or a VIN.
 */
export function readTradeSearch(text: string): TradeSearch {
  const number = /^CQ-?0*(\d{1,15})$/i.exec(text)?.[1];
  if (number) return { by: 'order', id: Number(number) };
  if (/^CQ-[A-Z][0-9A-Z]{5}$/i.test(text)) return { by: 'reference', reference: text.toUpperCase() };
  if (isId(text)) return { by: 'id', id: Number(text) };
  if (/^TR$|^(TR)?\d+$/i.test(text)) return { by: 'transaction', pattern: transactionPattern(text) };
  return { by: 'words', pattern: `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`, vin: text.toUpperCase() };
}
