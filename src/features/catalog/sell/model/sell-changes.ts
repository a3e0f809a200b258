import { factsOf, type SellerFacts } from '#features/catalog/listings/model/listing-facts.ts';
import type { SellValues } from '#features/catalog/listings/model/listing-form.ts';
import type { SellContent } from './sell-draft.ts';

type SellField = keyof SellValues;

/** Facts that a buyer chooses a car by. Changing one of an approved car requires a new review. */
const IDENTITY = ['offer', 'make', 'model', 'year', 'vin', 'mileage', 'priceCents'] as const;

export function changedIdentity(before: SellerFacts, after: SellerFacts): string[] {
  return IDENTITY.filter((fact) => JSON.stringify(before[fact]) !== JSON.stringify(after[fact]));
}

/** Returns whether photos were added or removed. Their order does not count. */
export function changedPhotos(before: readonly string[], after: readonly string[]): boolean {
  const keysOf = (photos: readonly string[]) => [...new Set(photos)].sort().join(' ');
  return keysOf(before) !== keysOf(after);
}

/** Returns whether the typed values change one of these facts, or the photos are others. */
export function changesIdentity(before: Identified, after: Identified): boolean {
  const keysOf = ({ photos }: Identified) => photos.map(({ key }) => key);
  return (
    changedIdentity(factsOf(before.values), factsOf(trimmed(after.values))).length > 0 ||
    changedPhotos(keysOf(before), keysOf(after))
  );
}

type Identified = { values: SellValues; photos: readonly { key: string }[] };

const trimmed = (values: SellValues) => ({ ...values, make: values.make.trim(), model: values.model.trim() });

/** Returns the fields whose values differ, ignoring notation. */
export function changedFields(before: SellValues, after: SellValues): SellField[] {
  return (Object.keys(before) as SellField[]).filter((field) => plain(before[field]) !== plain(after[field]));
}

/** Returns whether two states of the form save the same content. */
export function sameContent(a: SellContent, b: SellContent): boolean {
  const files = ({ photos, report }: SellContent) =>
    JSON.stringify([photos.map(({ key }) => key), report?.key ?? null]);
  return changedFields(a.values, b.values).length === 0 && files(a) === files(b);
}

/** Ignores thousands separators: 12,000 equals 12000. */
function plain(value: SellValues[SellField]): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  const text = value.trim();
  return /^[\d,]+(\.\d+)?$/.test(text) ? String(Number(text.replaceAll(',', ''))) : text;
}
