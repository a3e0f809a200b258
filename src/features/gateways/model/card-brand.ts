const BRANDS: [brand: string, beginning: RegExp][] = [
  ['Visa', /^4/],
  ['Mastercard', /^(5[1-5]|2(22[1-9]|2[3-9]|[3-6]|7[01]|720))/],
  ['UnionPay', /^62/],
  ['Verve', /^(506[01]|650[0-2])/],
  ['Discover', /^(6011|65|64[4-9])/],
  ['JCB', /^35(2[89]|[3-8])/],
  ['RuPay', /^(60|81|82|508)/],
];

/** The scheme of a card by the beginning of its number (ISO/IEC 7812 ranges as the schemes publish them). */
export function cardBrand(number: string): string {
  return BRANDS.find(([, beginning]) => beginning.test(number))?.[0] ?? 'Card';
}
