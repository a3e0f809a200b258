import type { Listing } from './listing.ts';
import { shownStatus } from './listing-status.ts';
import type { ManageField, ManageValues } from './manage-form.ts';
import { inMiles } from './mileage.ts';
import { changedFields } from './sell-changes.ts';
import { amountText, factsOf, type SellerFacts, valuesOf, type WholeListing } from './sell-facts.ts';
import { numberIn } from './sell-form.ts';

/** What only the back office decides of a listing. */
export type ListingTerms = Pick<Listing, 'certified' | 'taxRate' | 'registrationFeeCents'>;

/** A listing as the form shows it. */
function manageValuesOf(listing: WholeListing): ManageValues {
  return {
    ...valuesOf(listing),
    // What a spreadsheet left open has no choice yet; the form asks for one.
    carType: (listing.carType ?? '') as ManageValues['carType'],
    user_id: String(listing.userId),
    listing_status: shownStatus(listing.status),
    certified: listing.certified,
    taxRate: String(listing.taxRate),
    registrationFee: amountText(listing.registrationFeeCents),
  };
}

/** The facts in values that the form accepts. */
export function managedFacts(values: ManageValues): SellerFacts {
  const facts = factsOf(values);
  return {
    ...facts,
    mileage: values.mileage === '' ? null : facts.mileage,
    location: values.location === '' ? null : values.location,
  };
}

export function termsOf({ certified, taxRate, registrationFee }: ManageValues): ListingTerms {
  return { certified, taxRate: Number(taxRate), registrationFeeCents: Math.round(numberIn(registrationFee) * 100) };
}

/** A listing's values with those that were sent, and the fields that differ now. Miles are as the listing is read. */
export function withSent(listing: WholeListing, sent: Partial<ManageValues>) {
  const before = manageValuesOf(listing);
  const values = { ...before, ...sent };
  if (sent.mileage !== undefined && sent.mileageUnit === undefined) {
    const isAsRead = listing.mileage !== null && String(inMiles(listing.mileage)) === sent.mileage;
    values.mileage = isAsRead ? before.mileage : sent.mileage;
    values.mileageUnit = isAsRead ? before.mileageUnit : 'mi';
  }
  return { before, values, changed: changedFields(before, values) as ManageField[] };
}
