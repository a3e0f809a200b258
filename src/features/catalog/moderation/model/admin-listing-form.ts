import * as z from 'zod/mini';
import { displayStatus, LIMITS, type Listing } from '#features/catalog/listings/model/listing.ts';
import {
  amountText,
  factsOf,
  type SellerFacts,
  valuesOf,
  type WholeListing,
} from '#features/catalog/listings/model/listing-facts.ts';
import {
  BATTERY_NAMES,
  FLAG_GROUPS,
  type FlagGroup,
  LISTING_FIELDS,
  flagsOf as namesOfFlags,
  optionsOf,
} from '#features/catalog/listings/model/listing-fields.ts';
import {
  amount,
  EMPTY_VALUES,
  numberIn,
  oneOf,
  type SellProblems,
  sellForm,
  sellProblems,
  text,
  wholeOrNone,
} from '#features/catalog/listings/model/listing-form.ts';
import { DEFAULT_REGISTRATION_FEE_CENTS, DEFAULT_TAX_RATE } from '#features/catalog/listings/model/listing-pricing.ts';
import { inMiles } from '#features/catalog/listings/model/mileage.ts';
import { changedFields, readSentValues } from '#features/catalog/sell/model/sell-changes.ts';
import type { MessageKey } from '#lib/i18n/translator.ts';
import { amountOf, centsOf } from '#lib/money.ts';
import { SETTABLE_STATUSES } from './admin-listing.ts';

/** The values of the admin form: those of the seller's form and those that only administrators set. */

const withMessage = (id: MessageKey) => ({ error: id });
const userId = z.string().check(z.trim(), z.regex(/^[1-9]\d{0,14}$/, withMessage('manage.userId')));
const share = z.string().check(
  z.trim(),
  z.refine((typed) => /^\d(\.\d{1,4})?$/.test(typed) && Number(typed) <= 1, withMessage('manage.taxRate')),
);

const manageForm = z.object({
  ...sellForm.shape,
  user_id: userId,
  listing_status: oneOf(SETTABLE_STATUSES),
  carType: oneOf(optionsOf('carType')),
  // Imported listings may lack these.
  mileage: wholeOrNone(LIMITS.mileage, 'sell.mileage.number'),
  location: text(LISTING_FIELDS.location.maxLength),
  certified: z.boolean(),
  taxRate: share,
  registrationFee: amount({ ...LIMITS.dollars, min: 0 }, 'manage.fee'),
});
export type AdminListingValues = z.input<typeof manageForm>;
type AdminListingField = keyof AdminListingValues;

export const NEW_VALUES: AdminListingValues = {
  ...EMPTY_VALUES,
  user_id: '',
  listing_status: 'active',
  carType: 'suv',
  certified: false,
  taxRate: String(DEFAULT_TAX_RATE),
  registrationFee: String(amountOf(DEFAULT_REGISTRATION_FEE_CENTS)),
};

export function adminFormProblems(values: unknown): SellProblems | null {
  return sellProblems(manageForm, values);
}

/** Validates only the changed fields, because an imported listing may be incomplete. Publishing requires a type. */
export function adminChangeProblems(
  values: AdminListingValues,
  changed: readonly AdminListingField[],
): SellProblems | null {
  const publishes = changed.includes('listing_status') && values.listing_status === 'active';
  const checked: readonly AdminListingField[] = [
    ...changed,
    ...(publishes ? (['carType'] as const) : []),
    // These may contradict what changed.
    ...(changed.includes('year') ? (['productionMonth'] as const) : []),
    ...(changed.includes('productionMonth') ? (['firstRegistrationMonth'] as const) : []),
    ...(changed.includes('fuelType') ? BATTERY_NAMES : []),
  ];
  const ofChanged = Object.entries(adminFormProblems(values) ?? {}).filter(([field]) =>
    checked.some((name) => field === name || field.startsWith(`${name}.`)),
  );
  return ofChanged.length > 0 ? Object.fromEntries(ofChanged) : null;
}

/** Converts a listing's values to and from plain form fields: one text per field name, 'on' or '' for a flag. */

const isGroup = (name: string): name is FlagGroup => FLAG_GROUPS.some((group) => group === name);

/** Fields that the admin form omits; the seller's values stay. */
const OMITTED = ['contactMethods', 'availability', 'responseTime'];

export function fieldsOfValues(values: AdminListingValues): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(values)) {
    if (OMITTED.includes(name)) continue;
    if (!isGroup(name)) flat[name] = typeof value === 'boolean' ? onOff(value) : String(value);
    else for (const [flag, isSo] of Object.entries(values[name])) flat[`${name}.${flag}`] = onOff(isSo);
  }
  return flat;
}

/** Parses form fields. A missing field counts as empty. */
export function valuesOfFields(flat: Record<string, unknown>): AdminListingValues {
  const values: Record<string, unknown> = { ...NEW_VALUES };
  for (const name of Object.keys(NEW_VALUES)) {
    if (OMITTED.includes(name)) continue;
    if (isGroup(name)) values[name] = flagsOf(name, flat);
    else if (typeof values[name] === 'boolean') values[name] = flat[name] === 'on';
    else values[name] = String(flat[name] ?? '');
  }
  return values as AdminListingValues;
}

/** Builds the request body, with the nesting of the specification. */
export function bodyOf(values: AdminListingValues): Record<string, unknown> {
  const { taxRate, registrationFee, ...fields } = values;
  const included = Object.entries(fields).filter(([name]) => !OMITTED.includes(name));
  return { ...Object.fromEntries(included), priceBreakdown: { taxRate, registrationFee } };
}

/** Returns the problems of the changed fields. */
export function problemsOfFields(typed: Record<string, unknown>, before: Record<string, string>): SellProblems | null {
  const values = valuesOfFields(typed);
  return adminChangeProblems(values, changedFields(valuesOfFields(before), values) as AdminListingField[]);
}

function flagsOf(group: FlagGroup, flat: Record<string, unknown>) {
  return Object.fromEntries(namesOfFlags(group).map((flag) => [flag, flat[`${group}.${flag}`] === 'on']));
}

const onOff = (isSo: boolean) => (isSo ? 'on' : '');

/** Facts that only administrators set. */
export type ListingTerms = Pick<Listing, 'certified' | 'taxRate' | 'registrationFeeCents'>;

function manageValuesOf(listing: WholeListing): AdminListingValues {
  return {
    ...valuesOf(listing),
    // An imported listing may have no type; the form requires one.
    carType: (listing.carType ?? '') as AdminListingValues['carType'],
    user_id: String(listing.userId),
    listing_status: displayStatus(listing.status),
    certified: listing.certified,
    taxRate: String(listing.taxRate),
    registrationFee: amountText(listing.registrationFeeCents),
  };
}

/** Parses values that the form accepts. */
export function adminFacts(values: AdminListingValues): SellerFacts {
  const facts = factsOf(values);
  return { ...facts, mileage: values.mileage === '' ? null : facts.mileage };
}

export function termsOf({ certified, taxRate, registrationFee }: AdminListingValues): ListingTerms {
  return { certified, taxRate: Number(taxRate), registrationFeeCents: centsOf(numberIn(registrationFee)) };
}

/** Merges sent values into a listing and returns the changed fields. Mileage is in miles, as the API returns it. */
export function withChanges(listing: WholeListing, sent: Partial<AdminListingValues>) {
  const before = manageValuesOf(listing);
  const values = readSentValues({ ...before, ...sent });
  if (sent.mileage !== undefined && sent.mileageUnit === undefined) {
    const isAsRead = listing.mileage !== null && String(inMiles(listing.mileage)) === sent.mileage;
    values.mileage = isAsRead ? before.mileage : sent.mileage;
    values.mileageUnit = isAsRead ? before.mileageUnit : 'mi';
  }
  return { before, values, changed: changedFields(before, values) as AdminListingField[] };
}
