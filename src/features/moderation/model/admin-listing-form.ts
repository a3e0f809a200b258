/** The values of the admin form: those of the seller's form and those that only administrators set. */
import * as z from 'zod/mini';
import { CAR_TYPES, LIMITS, MAX_LENGTH } from '#features/listings/model/listing.ts';
import {
  amount,
  EMPTY_VALUES,
  oneOf,
  type SellProblems,
  sellForm,
  sellProblems,
  text,
  wholeOrNone,
} from '#features/listings/model/listing-form.ts';
import { DEFAULT_REGISTRATION_FEE_CENTS, DEFAULT_TAX_RATE } from '#features/listings/model/listing-pricing.ts';
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
  carType: oneOf(CAR_TYPES),
  // Imported listings may lack these.
  mileage: wholeOrNone(LIMITS.mileage, 'sell.mileage.number'),
  location: text(MAX_LENGTH.location),
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

/** Validates only the changed fields, because an imported listing may be incomplete. */
export function adminChangeProblems(
  values: AdminListingValues,
  changed: readonly AdminListingField[],
): SellProblems | null {
  const ofChanged = Object.entries(adminFormProblems(values) ?? {}).filter(([field]) =>
    changed.some((name) => field === name || field.startsWith(`${name}.`)),
  );
  return ofChanged.length > 0 ? Object.fromEntries(ofChanged) : null;
}
