import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { isApiFailure, isNetworkError } from '#lib/api-client/api-client.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { showToast } from '#lib/pages/toast-store.ts';
import { FilePicker } from '#ui/forms/file-picker.tsx';
import { Icon } from '#ui/icon.tsx';
import { sendOrderFile } from '../../client/file-client.ts';
import type { OrderFilesResponse } from '../../model/file-contract.ts';
import { newId } from '../../model/new-id.ts';
import type { FileKind } from '../../model/step.ts';
import { FIELD_LOOK, Field } from '../plain-field.tsx';

type SendFileFormProps = { orderId: number; kinds: readonly FileKind[]; needed: OrderFilesResponse['needed'] };

/** Adds files of one type to an order. Each is sent at once; the server checks its content. */
export function SendFileForm({ orderId, kinds, needed }: SendFileFormProps) {
  const t = useTranslator();
  const { revalidate } = useRevalidator();
  const [kind, setKind] = useState<FileKind>(needed.find(({ there }) => !there)?.kind ?? 'other');
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<string[]>([]);
  const sending = useRef(false);

  const send = async (files: File[]) => {
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    const refused: string[] = [];
    for (const file of files) {
      try {
        await sendOrderFile(orderId, newId(), kind, file);
      } catch (error) {
        if (!isApiFailure(error) && !isNetworkError(error)) throw error;
        refused.push(`${file.name}: ${isApiFailure(error) ? error.message : t('ui.unreachable')}`);
      }
    }
    sending.current = false;
    setBusy(false);
    setProblems(refused);
    const count = files.length - refused.length;
    if (count > 0) showToast(t('room.sent', { count }));
    void revalidate();
  };
  return (
    <div className="grid gap-3 rounded-md bg-sunken p-4 noscript:hidden">
      <h3 className="font-semibold">{t('room.add')}</h3>
      <div className="grid gap-3 sm:grid-cols-[1fr_auto] sm:items-end">
        <Field label={t('room.kind')}>
          {(props) => (
            <select
              {...props}
              value={kind}
              onChange={({ target }) => setKind(target.value as FileKind)}
              className={FIELD_LOOK}
            >
              {kinds.map((value) => (
                <option key={value} value={value}>
                  {t(`shipments.kind.${value}`)}
                </option>
              ))}
            </select>
          )}
        </Field>
        <FilePicker
          accept="image/jpeg,image/png,image/gif,image/webp,application/pdf"
          multiple
          className="h-12"
          onPick={(files) => void send(files)}
        >
          <Icon name="plus" />
          {t(busy ? 'room.sending' : 'room.choose')}
        </FilePicker>
      </div>
      <p className="text-ink-soft text-sm">{t('room.addHint')}</p>
      <div role="alert">
        {problems.length > 0 && (
          <ul className="grid gap-1 rounded-md border border-danger bg-danger-ground p-3 text-danger">
            {problems.map((problem) => (
              <li key={problem} className="wrap-anywhere">
                {problem}
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
