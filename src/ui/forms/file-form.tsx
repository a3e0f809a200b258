import { useId, useState } from 'react';
import type { Call, CallContract, ResponseOf } from '#lib/api-client/api-call.ts';
import { isApiFailure, isNetworkError } from '#lib/api-client/api-client.ts';
import { type SendFormOptions, sendForm } from '#lib/api-client/file-transfer.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { showToast } from '#lib/pages/toast-store.ts';
import { newRandomKey } from '#lib/random-key.ts';
import { FIELD, FormField } from './fields.tsx';

type FileForm<Contract extends CallContract> = {
  call: Call<Contract>;
  target: Pick<SendFormOptions, 'params' | 'query'>;
  /** Name of the file field. */
  files: string;
  onDone: (response: ResponseOf<Contract>) => void;
};

/** Sends a form with files once at a time. The key makes a repeated click, or one after a lost connection, the same act. */
export function useFileForm<Contract extends CallContract>({ call, target, files, onDone }: FileForm<Contract>) {
  const t = useTranslator();
  const [key, setKey] = useState(newRandomKey);
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const send = async (event: React.FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (busy) return;
    const data = filledIn(new FormData(form), files);
    data.set('key', key);
    setBusy(true);
    setProblems({});
    try {
      const response = await sendForm(call, data, target);
      setKey(newRandomKey());
      form.reset();
      onDone(response);
    } catch (error) {
      if (!isApiFailure(error) && !isNetworkError(error)) throw error;
      if (isApiFailure(error) && Object.keys(error.fields).length > 0) setProblems(error.fields);
      else showToast(isApiFailure(error) ? error.message : t('ui.unreachable'), 'failed');
    } finally {
      setBusy(false);
    }
  };
  return { state: { problems, values: {}, busy }, send };
}

/** Leaves out empty choices, and the empty file that a file input without a choice sends. */
function filledIn(data: FormData, files: string): FormData {
  const chosen = data.getAll(files).filter((file) => file instanceof File && file.size > 0);
  data.delete(files);
  for (const [name, value] of [...data]) if (value === '' && name !== 'text') data.delete(name);
  for (const file of chosen) data.append(files, file);
  return data;
}

/** Chooses several photos and PDFs. */
export function FilesField({ name, label, hint }: { name: string; label: string; hint: string }) {
  const id = useId();
  return (
    <FormField id={id} name={name} label={label} hint={hint}>
      <input
        id={id}
        name={name}
        type="file"
        accept="image/jpeg,image/png,image/gif,image/webp,application/pdf"
        multiple
        aria-describedby={`${id}-hint`}
        className={`${FIELD} py-2.5`}
      />
    </FormField>
  );
}
