import { formValues } from '#features/catalog/listings/model/listing-facts.ts';
import { apiNameOf } from '#features/catalog/listings/model/listing-fields.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { EditForm } from '#ui/admin/edit-form.tsx';
import { SidePanel, useClosePanel } from '#ui/admin/side-panel.tsx';
import { SELECTABLE_STATUSES } from '../model/admin-listing.ts';
import type { AdminListingResponse } from '../model/admin-listing-contract.ts';
import { fieldsOfValues, problemsOfFields } from '../model/admin-listing-fields.ts';
import { type AdminListingValues, NEW_VALUES } from '../model/admin-listing-form.ts';
import { ListingFields } from './listing-fields.tsx';

export function EditListing({ listing }: { listing: AdminListingResponse | null }) {
  const t = useTranslator();
  return (
    <SidePanel title={t('manage.edit.title')} open={listing !== null} holdsForm>
      {listing && <Fields key={listing.listing_id} listing={listing} />}
    </SidePanel>
  );
}

function Fields({ listing }: { listing: AdminListingResponse }) {
  const close = useClosePanel();
  const values = fieldsOfResponse(listing);
  const { listing_status: status, RentSell: offer } = listing;
  return (
    <EditForm
      name="car edit"
      version={listing.version}
      values={values}
      check={(typed) => problemsOfFields(typed, values)}
      onDone={close}
    >
      <input type="hidden" name="id" value={listing.listing_id} />
      <input type="hidden" name="user_id" value={listing.user_id} />
      <ListingFields
        values={values}
        statuses={withOwn(SELECTABLE_STATUSES, status)}
        offers={withOwn(['Sell'], offer)}
      />
    </EditForm>
  );
}

/** Adds the listing's current value if the specified options lack it, so that saving does not change it. */
function withOwn<Option extends string>(offered: readonly NoInfer<Option>[], own: Option): Option[] {
  return offered.includes(own) ? [...offered] : [own, ...offered];
}

/** Converts a listing of the API to the values of the edit form. */
function fieldsOfResponse(listing: AdminListingResponse): Record<string, string> {
  const { priceBreakdown, odometer } = listing;
  return fieldsOfValues({
    ...NEW_VALUES,
    user_id: String(listing.user_id),
    listing_status: listing.listing_status,
    RentSell: listing.RentSell,
    make: listing.make,
    model: listing.model,
    year: String(listing.year),
    price: String(listing.price),
    mileage: odometer === null ? '' : String(odometer.value),
    mileageUnit: odometer?.unit ?? 'km',
    certified: listing.certified,
    ...(formValues((name) => listing[apiNameOf(name)]) as Partial<AdminListingValues>),
    carType: (listing.carType ?? '') as AdminListingValues['carType'],
    taxRate: String(priceBreakdown.taxRate),
    registrationFee: String(priceBreakdown.registrationFee),
  });
}
