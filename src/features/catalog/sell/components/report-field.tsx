import { useEffect, useRef, useState } from 'react';
import { isApiFailure } from '#lib/api-client/api-client.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Button } from '#ui/button.tsx';
import { FilePicker } from '#ui/forms/file-picker.tsx';
import { Icon } from '#ui/icon.tsx';
import { uploadReport } from '../client/upload-files.ts';
import type { SellReport } from '../model/sell-draft.ts';
import { UploadProgress } from './upload-progress.tsx';

const ACCEPTED = 'application/pdf,image/jpeg,image/png,image/webp,image/gif';

type ReportFieldProps = { report: SellReport | null; onReport: (report: SellReport | null) => void };
type Sending = { name: string; progress: number };

/** The inspection report, a PDF or picture, uploaded as soon as it is chosen. */
export function ReportField({ report, onReport }: ReportFieldProps) {
  const t = useTranslator();
  const [sending, setSending] = useState<Sending | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const controller = useRef<AbortController>(null);
  useEffect(() => () => controller.current?.abort(), []);

  const send = async (file: File) => {
    controller.current = new AbortController();
    const { signal } = controller.current;
    setFailure(null);
    setSending({ name: file.name, progress: 0 });
    try {
      const onProgress = (progress: number) => setSending({ name: file.name, progress });
      onReport(await uploadReport(file, { onProgress, signal }));
    } catch (error) {
      if (!signal.aborted) setFailure(isApiFailure(error) ? error.message : t('ui.unreachable'));
    }
    if (!signal.aborted) setSending(null);
  };

  return (
    <div className="grid justify-items-start gap-2">
      <p className="font-semibold">{t('sell.report')}</p>
      <p className="text-ink-soft text-sm">{t('sell.report.hint')}</p>
      {sending && (
        <>
          <p className="max-w-full truncate" aria-hidden="true">
            {sending.name}
          </p>
          <UploadProgress label={sending.name} share={sending.progress} />
        </>
      )}
      {!sending && report && (
        <p className="flex max-w-full items-center gap-2 rounded-md border border-line bg-sunken ps-3">
          <Icon name="document" className="size-5 text-ink-soft" />
          <span className="min-w-0 truncate py-2">{report.name || t('sell.report.unnamed')}</span>
          <Button kind="plain" className="px-3" onClick={() => onReport(null)}>
            {t('sell.report.remove')}
          </Button>
        </p>
      )}
      {!sending && !report && (
        <FilePicker accept={ACCEPTED} onPick={([file]) => file && send(file)}>
          {t('sell.report.add')}
        </FilePicker>
      )}
      {failure && (
        <p role="alert" className="flex gap-1.5 font-semibold text-danger text-sm">
          <Icon name="warning" className="mt-px size-4.5" />
          {failure}
        </p>
      )}
    </div>
  );
}
