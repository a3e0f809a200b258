import { phoneDigits } from '#lib/phones/phone-digits.ts';

/** Query parameters of the payment list, shared by the screen's URL and the API call. */
export const PAYMENT_FILTERS = ['search', 'status', 'refund', 'from', 'to', 'minAmount', 'maxAmount'] as const;
export const PAYMENT_QUERY = [...PAYMENT_FILTERS, 'sort', 'order', 'page'] as const;

export const REFUND_FILTER = ['failed'] as const;

export const PAYMENT_SORTS = ['date', 'amount'] as const;
export type PaymentSort = (typeof PAYMENT_SORTS)[number];

/** The meaning of a search text in the back office. */
type TradeSearch =
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
  const phone = text.startsWith('+') ? phoneDigits(text) : null;
  if (phone) return { by: 'words', pattern: `%${phone}%`, vin: '' };
  return { by: 'words', pattern: `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`, vin: text.toUpperCase() };
}

/** Returns whether the search text is the id of a user, car or booking. Any other text is the start of a transaction id. */
export function isId(search: string): boolean {
  return /^\d{1,9}$/.test(search);
}

/** Returns the SQL LIKE pattern for a transaction id prefix, in any letter case, with or without the leading `TR`. */
function transactionPattern(search: string): string {
  const prefix = /^\d/.test(search) ? `TR${search}` : search.toUpperCase();
  return `${prefix.replace(/[\\%_]/g, '\\$&')}%`;
}
