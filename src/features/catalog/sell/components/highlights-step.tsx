import { useEffect, useRef, useState } from 'react';
import { flagsOf } from '#features/catalog/listings/model/listing-fields.ts';
import { CONTACT_METHODS } from '#features/catalog/listings/model/listing-form.ts';
import { uploadReport } from '#features/catalog/sell/client/photo-uploads.ts';
import { isApiFailure } from '#lib/api-client/api-client.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Button } from '#ui/button.tsx';
import { CheckField } from '#ui/forms/check-field.tsx';
import { FilePicker } from '#ui/forms/file-picker.tsx';
import { Icon } from '#ui/icon.tsx';
import type { SellReport } from '../model/sell-draft.ts';
import { SellFlag, SellGroup, SellText, SellTextArea, UploadProgress, useSellFields } from './sell-fields.tsx';

type HighlightsStepProps = { report: SellReport | null; onReport: (report: SellReport | null) => void };

export function HighlightsStep({ report, onReport }: HighlightsStepProps) {
  const t = useTranslator();
  return (
    <>
      <SellGroup title={t('car.features')}>
        <div className="grid sm:grid-cols-2">
          {flagsOf('extraFeatures').map((name) => (
            <SellFlag key={name} group="extraFeatures" name={name} label={t(`car.features.${name}`)} />
          ))}
        </div>
      </SellGroup>
      <ReportField report={report} onReport={onReport} />
      <SellTextArea name="description" rows={6} hint={t('sell.description.hint')} />
      <SellGroup title={t('sell.field.contactMethods')}>
        <div className="grid sm:grid-cols-3">
          {CONTACT_METHODS.map((method) => (
            <ContactMethod key={method} method={method} />
          ))}
        </div>
      </SellGroup>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <SellText name="availability" hint={t('sell.availability.hint')} />
        <SellText name="responseTime" hint={t('sell.responseTime.hint')} />
      </div>
    </>
  );
}

function ContactMethod({ method }: { method: (typeof CONTACT_METHODS)[number] }) {
  const t = useTranslator();
  const { values, change } = useSellFields();
  const others = values.contactMethods.filter((other) => other !== method);
  return (
    <CheckField
      name={`contactMethods.${method}`}
      label={t(`sell.contact.${method}`)}
      checked={others.length < values.contactMethods.length}
      onChange={(event) => change({ contactMethods: event.target.checked ? [...others, method] : others })}
    />
  );
}

const ACCEPTED = 'application/pdf,image/jpeg,image/png,image/webp,image/gif,image/avif';

type ReportFieldProps = { report: SellReport | null; onReport: (report: SellReport | null) => void };
type Sending = { name: string; progress: number };

/** The inspection report, a PDF or picture, uploaded as soon as it is chosen. */
function ReportField({ report, onReport }: ReportFieldProps) {
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
