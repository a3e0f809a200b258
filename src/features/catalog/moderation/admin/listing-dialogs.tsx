import { useId, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { formValues } from '#features/catalog/listings/model/listing-facts.ts';
import { apiNameOf } from '#features/catalog/listings/model/listing-fields.ts';
import { SELECTABLE_STATUSES, SETTABLE_STATUSES } from '#features/catalog/moderation/model/admin-listing.ts';
import type { AdminListingResponse } from '#features/catalog/moderation/model/admin-listing-contract.ts';
import {
  type AdminListingValues,
  adminFormProblems,
  bodyOf,
  fieldsOfValues,
  NEW_VALUES,
  problemsOfFields,
  valuesOfFields,
} from '#features/catalog/moderation/model/admin-listing-form.ts';
import { adminListingCalls } from '#features/catalog/office-calls.ts';
import { newDraftId } from '#features/catalog/sell/client/sell-client.ts';
import type { CreatedResponse } from '#features/catalog/sell/model/sell-contract.ts';
import { isApiFailure } from '#lib/api-client/api-client.ts';
import { sendForm } from '#lib/api-client/file-transfer.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { MessageKey } from '#lib/i18n/translator.ts';
import { showToast } from '#lib/pages/toast-store.ts';
import { EditForm } from '#ui/admin/edit-form.tsx';
import { SidePanel, useClosePanel } from '#ui/admin/side-panel.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { focusFirst, SubmitButton } from '#ui/forms/action-form.tsx';
import { FIELD, FormContext, FormField, TextField } from '#ui/forms/fields.tsx';
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

type AddListingDialogProps = { open: boolean; onClose: () => void };

/** Adds a listing for any user and reloads the list behind it. */
export function AddListingDialog({ open, onClose }: AddListingDialogProps) {
  const t = useTranslator();
  return (
    <Dialog title={t('manage.add.title')} open={open} onClose={onClose} atSide holdsForm>
      <AddForm onClose={onClose} />
    </Dialog>
  );
}

const START = fieldsOfValues(NEW_VALUES);
const PICTURES = 'image/jpeg,image/png,image/gif,image/webp,image/avif';

function AddForm({ onClose }: { onClose: () => void }) {
  const t = useTranslator();
  const { form, state, send, clearProblem } = useAddForm(onClose);
  const images = useId();
  return (
    <form ref={form} noValidate onSubmit={send} onInput={clearProblem} className="grid gap-5">
      <FormContext value={state}>
        <TextField
          name="user_id"
          label={t('manage.field.user_id')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={15}
          required
        />
        <ListingFields values={START} statuses={SETTABLE_STATUSES} offers={['Sell', 'Rent']} />
        <FormField id={images} name="images" label={t('manage.field.images')} hint={t('sell.photos.hint')}>
          <input
            id={images}
            name="images"
            type="file"
            accept={PICTURES}
            multiple
            aria-describedby={`${images}-hint`}
            className={`${FIELD} py-2.5`}
          />
        </FormField>
        <div className="flex flex-wrap gap-2">
          <SubmitButton busy={t('manage.adding')}>{t('manage.add')}</SubmitButton>
          <Button onClick={onClose}>{t('admin.edit.cancel')}</Button>
        </div>
      </FormContext>
    </form>
  );
}

/** Form state and submission. Repeated clicks create one listing. */
function useAddForm(onAdded: () => void) {
  const t = useTranslator();
  const { revalidate } = useRevalidator();
  const form = useRef<HTMLFormElement>(null);
  const [key] = useState(newDraftId);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);

  const refuse = (message: string, fields: Record<string, string>) => {
    showToast(message, 'failed');
    setProblems(fields);
    focusFirst(form.current, fields);
  };
  const check = (data: FormData): boolean => {
    const wrong = adminFormProblems(valuesOfFields(Object.fromEntries(data)));
    if (!wrong) return true;
    const fields = Object.fromEntries(Object.entries(wrong).map(([field, messageKey]) => [field, t(messageKey)]));
    refuse(t(wrong.user_id ?? ('manage.addFailed' satisfies MessageKey)), fields);
    return false;
  };
  const send = async (event: React.FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    if (busy || !check(data)) return;
    setBusy(true);
    try {
      const { message } = await addAdminListing(data, key);
      showToast(message);
      onAdded();
      void revalidate();
    } catch (error) {
      const failure = t('manage.addFailed');
      if (!isApiFailure(error)) return refuse(failure, {});
      const { message, fields } = error;
      const isSpecific = message === failure || fields.user_id !== undefined;
      refuse(isSpecific ? message : t('manage.because', { failure, reason: message }), fields);
    } finally {
      setBusy(false);
    }
  };
  const clearProblem = ({ target }: React.FormEvent) => {
    const { [(target as HTMLInputElement).name]: forgiven, ...rest } = problems;
    if (forgiven !== undefined) setProblems(rest);
  };
  return { form, state: { problems, values: {}, busy }, send, clearProblem };
}

/** Adds a listing from form data. Idempotent per `key`. */
function addAdminListing(typed: FormData, key: string): Promise<CreatedResponse> {
  const form = new FormData();
  for (const [name, value] of Object.entries(bodyOf(valuesOfFields(Object.fromEntries(typed))))) {
    form.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  for (const image of typed.getAll('images')) if (image instanceof File && image.size > 0) form.append('images', image);
  return sendForm(adminListingCalls.add, form, { headers: { 'idempotency-key': key } });
}
