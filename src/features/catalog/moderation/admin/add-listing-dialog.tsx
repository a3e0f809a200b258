import { useId, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { newDraftId } from '#features/catalog/sell/client/new-draft-id.ts';
import type { CreatedResponse } from '#features/catalog/sell/model/sell-contract.ts';
import { isApiFailure } from '#lib/api-client/api-client.ts';
import { sendForm } from '#lib/api-client/file-transfer.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { MessageKey } from '#lib/i18n/translator.ts';
import { showToast } from '#lib/pages/toast-store.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { focusFirst, SubmitButton } from '#ui/forms/action-form.tsx';
import { FIELD, FormContext, FormField, TextField } from '#ui/forms/fields.tsx';
import { adminListingCalls } from '../../office-calls.ts';
import { SETTABLE_STATUSES } from '../model/admin-listing.ts';
import { bodyOf, fieldsOfValues, valuesOfFields } from '../model/admin-listing-fields.ts';
import { adminFormProblems, NEW_VALUES } from '../model/admin-listing-form.ts';
import { ListingFields } from './listing-fields.tsx';

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
const PICTURES = 'image/jpeg,image/png,image/gif,image/webp';

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
