const BRANDS: [brand: string, prefix: RegExp][] = [
  ['Visa', /^4/],
  ['Mastercard', /^(5[1-5]|2(22[1-9]|2[3-9]|[3-6]|7[01]|720))/],
  ['UnionPay', /^62/],
  ['Verve', /^(506[01]|650[0-2])/],
  ['Discover', /^(6011|65|64[4-9])/],
  ['JCB', /^35(2[89]|[3-8])/],
  ['RuPay', /^(60|81|82|508)/],
];

/** Detects the card scheme from the ISO/IEC 7812 ranges that the schemes publish. */
export function cardBrand(number: string): string {
  return BRANDS.find(([, prefix]) => prefix.test(number))?.[0] ?? 'Card';
}
