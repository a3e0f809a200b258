import { useId, useState } from 'react';
import type { Call, CallContract, ResponseOf } from '#lib/api-client/api-call.ts';
import { isApiFailure, isNetworkError } from '#lib/api-client/api-client.ts';
import { sendForm } from '#lib/api-client/file-transfer.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { showToast } from '#lib/pages/toast-store.ts';
import { newRandomKey } from '#lib/random-key.ts';
import { FIELD, FormField } from '#ui/forms/fields.tsx';

/** Sends a form with files once at a time. The key makes a repeated click, or one after a lost connection, the same act. */
export function useClaimForm<Contract extends CallContract>(
  call: Call<Contract>,
  id: number,
  onDone: (response: ResponseOf<Contract>) => void,
) {
  const t = useTranslator();
  const [key, setKey] = useState(newRandomKey);
  const [busy, setBusy] = useState(false);
  const send = async (event: React.FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    if (busy) return;
    data.set('key', key);
    if (data.get('listing_id') === '') data.delete('listing_id');
    // A file input without a choice sends an empty file.
    const chosen = data.getAll('evidence').filter((file) => file instanceof File && file.size > 0);
    data.delete('evidence');
    for (const file of chosen) data.append('evidence', file);
    setBusy(true);
    try {
      const response = await sendForm(call, data, { params: { id } });
      setKey(newRandomKey());
      form.reset();
      onDone(response);
    } catch (error) {
      if (!isApiFailure(error) && !isNetworkError(error)) throw error;
      showToast(isApiFailure(error) ? error.message : t('ui.unreachable'), 'failed');
    } finally {
      setBusy(false);
    }
  };
  return { state: { problems: {}, values: {}, busy }, send };
}

/** Photos and PDFs of a statement. */
export function EvidenceField() {
  const t = useTranslator();
  const id = useId();
  return (
    <FormField id={id} name="evidence" label={t('claims.photos')} hint={t('claims.photos.hint')}>
      <input
        id={id}
        name="evidence"
        type="file"
        accept="image/jpeg,image/png,image/gif,image/webp,application/pdf"
        multiple
        aria-describedby={`${id}-hint`}
        className={`${FIELD} py-2.5`}
      />
    </FormField>
  );
}
