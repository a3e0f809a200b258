const GROUPED = [
  { pattern: /^\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?$/, group: /,/g, point: '.' },
  { pattern: /^\d{1,3}(?:\.\d{3})+(?:,\d{1,2})?$/, group: /\./g, point: ',' },
  { pattern: /^\d{1,3}(?:[ '’]\d{3})+(?:[.,]\d{1,2})?$/, group: /[ '’]/g, point: ',' },
];
const PLAIN = /^\d+(?:[.,]\d+)?$/;

/**
 * Parses an amount or distance: 30495, 30,495.50, 30.495,50, 30 495. A comma or point followed by exactly three digits
 * separates thousands. Returns null for anything else; remove signs and units first.
 */
export function readGroupedNumber(text: string): number | null {
  for (const { pattern, group, point } of GROUPED) {
    if (pattern.test(text)) return Number(text.replace(group, '').replace(point, '.'));
  }
  return readDecimal(text);
}

export function readDecimal(text: string): number | null {
  return PLAIN.test(text) ? Number(text.replace(',', '.')) : null;
}

export function readWholeNumber(text: string): number | null {
  const value = /^\d+(?:\.0+)?$/.test(text) ? Number(text) : null;
  return value !== null && Number.isSafeInteger(value) ? value : null;
}
