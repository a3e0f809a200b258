const GROUPED = [
  { pattern: /^\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?$/, group: /,/g, point: '.' },
  { pattern: /^\d{1,3}(?:\.\d{3})+(?:,\d{1,2})?$/, group: /\./g, point: ',' },
  { pattern: /^\d{1,3}(?:[ '’]\d{3})+(?:[.,]\d{1,2})?$/, group: /[ '’]/g, point: ',' },
];
const PLAIN = /^\d+(?:[.,]\d+)?$/;

/**
 * An amount or distance as people write it: 30495, 30,495.50, 30.495,50, 30 495. A mark followed by exactly three digits
 * parts thousands, whichever mark it is. Null when it is no such number; signs and units must be gone.
 */
export function readGroupedNumber(text: string): number | null {
  for (const { pattern, group, point } of GROUPED) {
    if (pattern.test(text)) return Number(text.replace(group, '').replace(point, '.'));
  }
  return readDecimal(text);
}

/** A plain number with a decimal point or comma. */
export function readDecimal(text: string): number | null {
  return PLAIN.test(text) ? Number(text.replace(',', '.')) : null;
}

export function readWholeNumber(text: string): number | null {
  const value = /^\d+(?:\.0+)?$/.test(text) ? Number(text) : null;
  return value !== null && Number.isSafeInteger(value) ? value : null;
}
