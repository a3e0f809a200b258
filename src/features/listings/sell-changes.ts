import type { SellContent } from './sell-draft.ts';
import type { SellValues } from './sell-form.ts';

export type SellField = keyof SellValues;

/** The fields by which a buyer chose a car: changing one of a car that was let in needs another look by a moderator. */
const IDENTITY_FIELDS: readonly SellField[] = [
  'RentSell',
  'make',
  'model',
  'year',
  'vin',
  'mileage',
  'mileageUnit',
  'price',
];

/** The fields whose values differ in more than how they are written. */
export function changedFields(before: SellValues, after: SellValues): SellField[] {
  return (Object.keys(before) as SellField[]).filter((field) => plain(before[field]) !== plain(after[field]));
}

export function changesIdentity(before: SellValues, after: SellValues): boolean {
  return changedFields(before, after).some((field) => IDENTITY_FIELDS.includes(field));
}

/** Whether two states of the form would be saved as the same. */
export function sameContent(a: SellContent, b: SellContent): boolean {
  const files = ({ photos, report }: SellContent) =>
    JSON.stringify([photos.map(({ key }) => key), report?.key ?? null]);
  return changedFields(a.values, b.values).length === 0 && files(a) === files(b);
}

/** 12,000 and 12000 are the same amount. */
function plain(value: SellValues[SellField]): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  const text = value.trim();
  return /^[\d,]+(\.\d+)?$/.test(text) ? String(Number(text.replaceAll(',', ''))) : text;
}
