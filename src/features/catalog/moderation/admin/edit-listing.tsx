import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { EditForm } from '#ui/admin/edit-form.tsx';
import { SidePanel, useClosePanel } from '#ui/admin/side-panel.tsx';
import { SELECTABLE_STATUSES } from '../model/admin-listing.ts';
import type { AdminListingResponse } from '../model/admin-listing-contract.ts';
import { problemsOfFields } from '../model/admin-listing-fields.ts';
import { fieldsOfResponse } from '../model/admin-listing-values.ts';
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
