/** What the visitor says that a model costs as new, in units of a currency. It stays in the address of the page. */
export type NewPrice = { amount: number; currency: string };

const AMOUNT = 'new_price';
const CURRENCY = 'new_price_currency';
const MAX = 1e12;

/** Reads `?new_price=5000000&new_price_currency=KES`. Returns null without a valid amount. */
export function newPriceIn(params: URLSearchParams): NewPrice | null {
  const amount = amountIn(params.get(AMOUNT) ?? '');
  const currency = params.get(CURRENCY) ?? 'USD';
  return amount !== null && /^[A-Z]{3}$/.test(currency) ? { amount, currency } : null;
}

/** Reads an amount as people write it, such as 5,000,000. Returns null for anything else, and for nothing. */
export function amountIn(text: string): number | null {
  const plain = text.replace(/[\s,_\u2019']/gu, '');
  const amount = /^\d{1,13}(\.\d{1,2})?$/.test(plain) ? Number(plain) : 0;
  return amount > 0 && amount <= MAX ? amount : null;
}

/** Returns the query part of an address with another price as new, or without one. */
export function withNewPrice(search: string, price: NewPrice | null): string {
  const params = new URLSearchParams(search);
  params.delete(AMOUNT);
  params.delete(CURRENCY);
  if (price) {
    params.set(AMOUNT, String(price.amount));
    params.set(CURRENCY, price.currency);
  }
  return params.size > 0 ? `?${params}` : '';
}

export const newPriceQuery = (price: NewPrice | null) =>
  price && { [AMOUNT]: price.amount, [CURRENCY]: price.currency };
