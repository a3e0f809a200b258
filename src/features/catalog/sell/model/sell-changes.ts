import { OFFERS } from '#features/catalog/listings/model/listing.ts';
import { factsOf, type SellerFacts } from '#features/catalog/listings/model/listing-facts.ts';
import { apiNameOf, CHOICE_NAMES, optionsOf } from '#features/catalog/listings/model/listing-fields.ts';
import { MILEAGE_UNITS, type SellValues } from '#features/catalog/listings/model/listing-form.ts';
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

const OPTIONS: Record<string, readonly string[]> = {
  RentSell: OFFERS,
  mileageUnit: MILEAGE_UNITS,
  ...Object.fromEntries(CHOICE_NAMES.map((name) => [apiNameOf(name), optionsOf(name)])),
};

/**
 * Returns form values as the form stores them: options in their own letter case (`Sedan` is `sedan`), and no engine size
 * for an electric car whose client sends 0. Leaves everything else to the validation of the form.
 */
export function readSentValues<Values extends Record<string, unknown>>(sent: Values): Values {
  const values: Record<string, unknown> = { ...sent };
  for (const [name, options] of Object.entries(OPTIONS)) {
    const word = values[name];
    if (typeof word !== 'string') continue;
    const typed = word.trim().toLowerCase();
    values[name] = options.find((option) => option.toLowerCase() === typed) ?? word;
  }
  if (values.fuelType === 'electric' && Number(values.engine) === 0) values.engine = '';
  return values as Values;
}
