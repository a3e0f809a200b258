import { useState } from 'react';
import { EXPORT_PAPERS } from '#features/payments/order-acts/model/order-facts.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { MessageKey } from '#lib/i18n/translator.ts';
import { localAt } from '#lib/zoned-time.ts';
import { BankDetailsWarning } from '#ui/bank-details/bank-details-warning.tsx';
import { Button } from '#ui/button.tsx';
import { FilePicker } from '#ui/forms/file-picker.tsx';
import { Icon } from '#ui/icon.tsx';
import { itemsOf, type ReportValues, reportProblems } from '../client/report-items.ts';
import type { QueuedItem } from '../client/yard-queue.ts';
import type { YardOrder, YardResponse } from '../model/shipment-contract.ts';
import { BILL_FORMS, EVIDENCE, type FileKind, KINDS_OF, type ReportedStep } from '../model/step.ts';
import { FIELD_LOOK, Field, focusFirstProblem, SaveBar } from './plain-field.tsx';

type ReportFormProps = {
  order: YardOrder;
  yard: YardResponse;
  onReport: (items: QueuedItem[]) => Promise<void>;
};

const deviceZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Reports a step of an order with photos. Works offline. */
export function ReportForm({ order, yard, onReport }: ReportFormProps) {
  const t = useTranslator();
  const first =
    order.steps.find(({ step }) => step === order.next) ?? order.steps.find(({ state }) => state === 'open');
  const [step, setStep] = useState<ReportedStep | undefined>(first?.step ?? order.steps[0]?.step);
  const [isActual, setActual] = useState(true);
  const [photos, setPhotos] = useState<File[]>([]);
  const [kind, setKind] = useState<FileKind>('photo');
  const [problems, setProblems] = useState<Record<string, MessageKey>>({});
  const [note, setNote] = useState('');
  const [failed, setFailed] = useState(false);
  if (!step) return <p>{t('yard.nothing')}</p>;

  const submit = async (event: React.FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const values = Object.fromEntries(new FormData(form)) as ReportValues;
    const wrong = reportProblems(step, isActual, values);
    setProblems(wrong);
    if (Object.keys(wrong).length > 0) return focusFirstProblem(form);
    try {
      await onReport(itemsOf({ yard, order, step, isActual, values, files: photos, kind, zone: deviceZone() }));
      setFailed(false);
      setPhotos([]);
      setNote('');
      form.reset();
    } catch {
      setFailed(true);
    }
  };
  const problemOf = (name: string) => problems[name] && t(problems[name]);
  const text = (name: string, label: string, input: React.ComponentProps<'input'> = {}) => (
    <Field key={name} label={label} problem={problemOf(name)}>
      {(props) => (
        <input
          type="text"
          autoComplete="off"
          maxLength={100}
          {...input}
          {...props}
          name={name}
          className={FIELD_LOOK}
        />
      )}
    </Field>
  );
  const choice = (name: string, label: string, options: { value: string; label: string }[]) => (
    <Field key={name} label={label} problem={problemOf(name)}>
      {(props) => (
        <select {...props} name={name} className={FIELD_LOOK}>
          <option value="">{t('yard.choose')}</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
  const kinds = [...new Set<FileKind>([...(EVIDENCE[step] ?? []), 'photo', ...KINDS_OF[order.offer]])];
  return (
    <form onSubmit={submit} className="grid gap-5">
      <Field label={t('yard.step')}>
        {(props) => (
          <select
            {...props}
            value={step}
            onChange={({ target }) => setStep(target.value as ReportedStep)}
            className={FIELD_LOOK}
          >
            {order.steps.map((each) => (
              <option key={each.step} value={each.step}>
                {t(`shipments.step.${each.step}`)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <fieldset className="grid grid-cols-2 gap-2">
        <legend className="mb-1.5 font-semibold">{t('yard.howSure')}</legend>
        {[true, false].map((actual) => (
          <label
            key={String(actual)}
            className="flex min-h-12 items-center gap-2 rounded-md border border-line-strong px-3 has-checked:border-ink has-checked:font-semibold"
          >
            <input type="radio" name="sure" checked={isActual === actual} onChange={() => setActual(actual)} />
            {t(actual ? 'yard.happened' : 'yard.expected')}
          </label>
        ))}
      </fieldset>
      {text('at', t('yard.when'), {
        type: 'datetime-local',
        required: true,
        defaultValue: localAt(new Date(), deviceZone()),
      })}
      {step === 'export_papers' &&
        choice(
          'paper',
          t('yard.paper'),
          EXPORT_PAPERS.map((value) => ({ value, label: t(`shipments.paper.${value}`) })),
        )}
      {step === 'loaded' && [
        text('container', t('yard.container'), { autoCapitalize: 'characters' }),
        text('seal', t('yard.seal'), { maxLength: 40 }),
      ]}
      {(step === 'loaded' || step === 'sailed') && [
        text('vessel', t('yard.vessel')),
        text('imo', t('yard.imo'), { inputMode: 'numeric' }),
        text('voyage', t('yard.voyage'), { maxLength: 40 }),
      ]}
      {step === 'bill_of_lading' && [
        text('bill_number', t('yard.bill'), { maxLength: 40 }),
        choice(
          'bill_form',
          t('yard.billForm'),
          BILL_FORMS.map((value) => ({ value, label: t(`yard.billForm.${value}`) })),
        ),
      ]}
      {choice(
        'place',
        t('yard.place'),
        yard.ports.map(({ code, name, country }) => ({ value: code, label: `${name} (${country}) ${code}` })),
      )}
      <Field label={t('yard.note')} hint={t('yard.noteHint')}>
        {(props) => (
          <textarea
            {...props}
            name="note"
            value={note}
            onChange={({ target }) => setNote(target.value)}
            rows={2}
            maxLength={500}
            className={`${FIELD_LOOK} h-auto py-2`}
          />
        )}
      </Field>
      <BankDetailsWarning text={note} to="writer" />
      <div className="grid gap-2">
        <Field label={t('yard.fileKind')}>
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
          accept="image/jpeg,image/png,image/webp,application/pdf"
          multiple
          onPick={(files) => setPhotos((known) => [...known, ...files])}
        >
          <Icon name="plus" />
          {t('yard.addFiles')}
        </FilePicker>
        {photos.length > 0 && (
          <p role="status" className="flex items-center gap-3">
            {t('yard.files', { count: photos.length })}
            <Button kind="plain" onClick={() => setPhotos([])}>
              {t('yard.dropFiles')}
            </Button>
          </p>
        )}
      </div>
      {failed && (
        <p role="alert" className="rounded-md border border-danger bg-danger-ground p-3 text-danger">
          {t('yard.notStored')}
        </p>
      )}
      <SaveBar>{t('yard.save')}</SaveBar>
    </form>
  );
}
