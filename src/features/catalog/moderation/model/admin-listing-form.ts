/** The values of the admin form: those of the seller's form and those that only administrators set. */
import * as z from 'zod/mini';
import { LIMITS } from '#features/catalog/listings/model/listing.ts';
import { BATTERY_NAMES, LISTING_FIELDS, optionsOf } from '#features/catalog/listings/model/listing-fields.ts';
import {
  amount,
  EMPTY_VALUES,
  oneOf,
  type SellProblems,
  sellForm,
  sellProblems,
  text,
  wholeOrNone,
} from '#features/catalog/listings/model/listing-form.ts';
import { DEFAULT_REGISTRATION_FEE_CENTS, DEFAULT_TAX_RATE } from '#features/catalog/listings/model/listing-pricing.ts';
import type { MessageKey } from '#lib/i18n/translator.ts';
import { amountOf } from '#lib/money.ts';
import { SETTABLE_STATUSES } from './admin-listing.ts';

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
export type AdminListingField = keyof AdminListingValues;

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
