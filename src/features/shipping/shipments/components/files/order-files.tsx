import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { isApiFailure, isNetworkError } from '#lib/api-client/api-client.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { showToast } from '#lib/pages/toast-store.ts';
import { newId } from '#lib/random-key.ts';
import { TEXT_LINK } from '#ui/button.tsx';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { TextAreaField } from '#ui/forms/fields.tsx';
import { FilePicker } from '#ui/forms/file-picker.tsx';
import { Icon } from '#ui/icon.tsx';
import { sendOrderFile } from '../../client/shipment-actions.ts';
import type { OrderFileResponse, OrderFilesResponse } from '../../model/file-contract.ts';
import { FILE_KINDS, type FileKind } from '../../model/step.ts';
import { FIELD_LOOK, Field } from '../plain-field.tsx';

const KB = 1024;

type FileGroupsProps = { orderId: number; items: OrderFileResponse[] };

/** The files of an order by type, each with its size, its fingerprint, who added it and when. */
export function FileGroups({ orderId, items }: FileGroupsProps) {
  const t = useTranslator();
  if (items.length === 0) return <p className="text-ink-soft">{t('room.none')}</p>;
  return (
    <div className="grid gap-5">
      {FILE_KINDS.map((kind) => {
        const files = items.filter((file) => file.kind === kind);
        if (files.length === 0) return null;
        const count = files.filter(({ withdrawn }) => !withdrawn).length;
        return (
          <div key={kind} className="grid gap-2">
            <h3 className="font-semibold">
              {t('room.group', { kind: t(`shipments.kind.${kind}`), count: t.number(count) })}
            </h3>
            <ul className="grid gap-2">
              {files.map((file) => (
                <FileItem key={file.id} orderId={orderId} file={file} />
              ))}
            </ul>
          </div>
        );
      })}
    </div>
  );
}

type FileItemProps = { orderId: number; file: OrderFileResponse };

function FileItem({ orderId, file }: FileItemProps) {
  const t = useTranslator();
  const { withdrawn, withdrawable } = file;
  const { name, url, by, told_at: told, captured_at: captured, bytes, sha256, step, openings } = file;
  const isLate = Date.parse(told) - Date.parse(captured) > 60_000;
  return (
    <li className="grid gap-0.5 rounded-md border border-line p-3">
      <a href={url} download className={`${TEXT_LINK} w-fit max-w-full gap-2`}>
        <Icon name="document" />
        <span className={`wrap-anywhere min-w-0 ${withdrawn ? 'line-through' : ''}`}>{name}</span>
      </a>
      <p className="text-ink-soft text-sm">
        {t('room.file.added', { by: t(`room.by.${by}`), time: t.utcTime(told), size: sizeOf(bytes, t) })}
        {step !== null && ` · ${t(`shipments.step.${step}`)}`}
        {isLate && ` · ${t('room.file.captured', { time: t.utcTime(captured) })}`}
        {openings !== null && ` · ${t('room.file.openings', { count: openings })}`}
      </p>
      {withdrawn && (
        <p className="wrap-anywhere text-sm text-waiting">
          {t('room.file.withdrawn', { time: t.utcTime(withdrawn.at), reason: withdrawn.reason })}
        </p>
      )}
      <details className="text-sm">
        <summary className="cursor-pointer py-1 text-link">{t('room.file.fingerprint')}</summary>
        <p className="figures wrap-anywhere text-ink-soft">SHA-256 {sha256}</p>
      </details>
      {withdrawable && <WithdrawFile orderId={orderId} file={file} />}
    </li>
  );
}

function WithdrawFile({ orderId, file: { id, name } }: FileItemProps) {
  const t = useTranslator();
  return (
    <details>
      <summary className="wrap-anywhere cursor-pointer py-1 text-link text-sm">
        {t('room.file.withdraw', { name })}
      </summary>
      <ActionForm name="withdraw file" className="grid gap-3 pt-2">
        <input type="hidden" name="order" value={orderId} />
        <input type="hidden" name="file" value={id} />
        <p className="text-sm">{t('room.file.withdrawText')}</p>
        <TextAreaField name="reason" label={t('reports.reason')} maxLength={500} rows={2} required />
        <SubmitButton kind="danger" busy={t('room.file.withdrawing')}>
          {t('room.file.withdrawNow')}
        </SubmitButton>
      </ActionForm>
    </details>
  );
}

function sizeOf(bytes: number, t: ReturnType<typeof useTranslator>): string {
  if (bytes < KB * KB) return t('room.size.kb', { size: t.number(Math.max(Math.round(bytes / KB), 1)) });
  return t('room.size.mb', { size: t.number(Math.round((bytes / KB / KB) * 10) / 10) });
}

type SendFileFormProps = { orderId: number; kinds: readonly FileKind[]; needed: OrderFilesResponse['needed'] };

/** Adds files of one type to an order. Each is sent immediately, and the server checks its content. */
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
