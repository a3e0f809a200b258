import { factsOf, type SellerFacts } from '#features/listings/model/listing-facts.ts';
import type { SellValues } from '#features/listings/model/listing-form.ts';
import type { SellContent } from './sell-draft.ts';

type SellField = keyof SellValues;

/** The facts by which a buyer chose a car: changing one of a car that was let in needs another look by a moderator. */
const IDENTITY = ['offer', 'make', 'model', 'year', 'vin', 'mileage', 'priceCents'] as const;

export function changedIdentity(before: SellerFacts, after: SellerFacts): string[] {
  return IDENTITY.filter((fact) => JSON.stringify(before[fact]) !== JSON.stringify(after[fact]));
}

/** Whether values as they are typed would change one of these facts. */
export function changesIdentity(before: SellValues, after: SellValues): boolean {
  return changedIdentity(factsOf(before), factsOf(trimmed(after))).length > 0;
}

const trimmed = (values: SellValues) => ({ ...values, make: values.make.trim(), model: values.model.trim() });

/** The fields whose values differ in more than how they are written. */
export function changedFields(before: SellValues, after: SellValues): SellField[] {
  return (Object.keys(before) as SellField[]).filter((field) => plain(before[field]) !== plain(after[field]));
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
