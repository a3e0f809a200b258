import type { Listing } from '#features/catalog/listings/model/listing.ts';
import { displayStatus } from '#features/catalog/listings/model/listing.ts';
import {
  amountText,
  factsOf,
  type SellerFacts,
  valuesOf,
  type WholeListing,
} from '#features/catalog/listings/model/listing-facts.ts';
import { numberIn } from '#features/catalog/listings/model/listing-form.ts';
import { inMiles } from '#features/catalog/listings/model/mileage.ts';
import { changedFields, readSentValues } from '#features/catalog/sell/model/sell-changes.ts';
import { centsOf } from '#lib/money.ts';
import type { AdminListingField, AdminListingValues } from './admin-listing-form.ts';

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
