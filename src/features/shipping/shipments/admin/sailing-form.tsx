import { useId, useState } from 'react';
import { useRevalidator } from 'react-router';
import { browserApi, isApiFailure } from '#lib/api-client/api-client.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { showToast } from '#lib/pages/toast-store.ts';
import { instantAt } from '#lib/zoned-time.ts';
import { StatusTag } from '#ui/admin/status-badge.tsx';
import { Button } from '#ui/button.tsx';
import { boardCalls } from '../../office-calls.ts';
import { FIELD_LOOK, Field } from '../components/plain-field.tsx';
import type { LoadedResponse, SailingRow } from '../model/board-contract.ts';
import type { PlaceResponse } from '../model/shipment-contract.ts';

/** Vessels are planned by day, so a time of day is assumed: noon at the port. */
const NOON = 'T12:00';
const FALLBACK_ZONE = 'UTC';

/** Puts cars on a vessel, from one order number or VIN per line or the CSV of a carrier. A check shows the outcome first. */
export function SailingForm({ ports }: { ports: PlaceResponse[] }) {
  const t = useTranslator();
  const listId = useId();
  const { revalidate } = useRevalidator();
  const [loaded, setLoaded] = useState<LoadedResponse>();
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);

  const send = async (form: HTMLFormElement, isDryRun: boolean) => {
    setBusy(true);
    setProblems({});
    try {
      const answer = await browserApi.call(boardCalls.load, { body: { ...bodyOf(form, ports), dry_run: isDryRun } });
      setLoaded(answer);
      if (answer.saved) {
        showToast(t('admin.sailings.saved', { count: answer.rows.length }), 'done');
        form.reset();
        await revalidate();
      }
    } catch (error) {
      setLoaded(undefined);
      if (!isApiFailure(error)) return showToast(t('admin.sailings.failed'), 'failed');
      setProblems(error.fields);
      showToast(error.message, 'failed');
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: React.FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const button = (event.nativeEvent as SubmitEvent).submitter;
    if (!busy) void send(event.currentTarget, button?.getAttribute('value') === 'check');
  };
  const field = (name: string, label: string, input: React.ComponentProps<'input'> = {}) => (
    <Field label={label} problem={problems[name]}>
      {(props) => (
        <input type="text" required autoComplete="off" {...input} {...props} name={name} className={FIELD_LOOK} />
      )}
    </Field>
  );
  return (
    <form onSubmit={submit} className="grid max-w-3xl gap-5">
      <datalist id={listId}>
        {ports.map(({ code, name, country }) => (
          <option key={code} value={code}>
            {`${name}, ${country}`}
          </option>
        ))}
      </datalist>
      <div className="grid gap-5 sm:grid-cols-2">
        {field('vessel', t('admin.sailings.vessel'), { maxLength: 100 })}
        {field('imo', t('admin.sailings.imo'), { maxLength: 20, inputMode: 'numeric' })}
        {field('voyage', t('admin.sailings.voyage'), { maxLength: 40 })}
        {field('carrier', t('admin.sailings.carrier'), { maxLength: 100, required: false })}
        {field('from_place', t('admin.sailings.from'), { list: listId, maxLength: 8 })}
        {field('to_place', t('admin.sailings.to'), { list: listId, maxLength: 8 })}
        {field('etd', t('admin.sailings.etd'), { type: 'date', required: false })}
        {field('eta', t('admin.sailings.eta'), { type: 'date', required: false })}
      </div>
      <Field label={t('admin.sailings.cars')} hint={t('admin.sailings.carsHint')} problem={problems.csv}>
        {(props) => (
          <textarea {...props} name="csv" rows={8} className={`${FIELD_LOOK} h-auto py-2 font-mono text-sm`} />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" value="check" aria-disabled={busy || undefined}>
          {t('admin.sailings.check')}
        </Button>
        <Button type="submit" value="save" kind="action" aria-disabled={busy || undefined}>
          {t('admin.sailings.save')}
        </Button>
      </div>
      <div aria-live="polite">{loaded && <SailingRows loaded={loaded} />}</div>
    </form>
  );
}

function bodyOf(form: HTMLFormElement, ports: PlaceResponse[]) {
  const values = new FormData(form);
  const text = (name: string) => String(values.get(name) ?? '').trim();
  const zoneOf = (code: string) => ports.find((port) => port.code === code.toUpperCase())?.time_zone ?? FALLBACK_ZONE;
  const [etd, eta, csv] = [text('etd'), text('eta'), text('csv')];
  return {
    vessel: text('vessel'),
    imo: text('imo'),
    voyage: text('voyage'),
    carrier: text('carrier'),
    from_place: text('from_place'),
    to_place: text('to_place'),
    ...(etd && { etd: instantAt(etd + NOON, zoneOf(text('from_place'))) }),
    ...(eta && { eta: instantAt(eta + NOON, zoneOf(text('to_place'))) }),
    ...(csv && { csv: withHead(csv) }),
  };
}

/** Adds column names to a plain list of order numbers or VINs. */
function withHead(csv: string): string {
  const [first = ''] = csv.split('\n');
  return /^\s*(cq-?\d|\d|[a-hj-npr-z\d]{17}\b)/i.test(first) ? `car,container,seal\n${csv}` : csv;
}

const TONES: Record<SailingRow['outcome'], string> = {
  added: 'active',
  there: 'confirmed',
  moved: 'waiting',
  problem: 'failed',
};

/** The outcome for each car of a list: after a check the expected one. */
function SailingRows({ loaded: { rows, saved } }: { loaded: LoadedResponse }) {
  const t = useTranslator();
  const problems = rows.filter(({ problem }) => problem !== null).length;
  const summary = saved
    ? t('admin.sailings.saved', { count: rows.length })
    : problems > 0
      ? t('admin.sailings.problems', { count: problems })
      : t('admin.sailings.checked', { count: rows.length });
  return (
    <section className="grid gap-2">
      <p className="font-semibold">{summary}</p>
      <ul className="grid gap-1">
        {rows.map(({ row, car, number, outcome, problem }) => (
          <li key={row} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="figures w-8 text-end text-ink-soft">{row}</span>
            <span className="figures wrap-anywhere font-semibold">{car}</span>
            {number && number !== car && <span className="figures text-ink-soft">{number}</span>}
            <StatusTag status={TONES[outcome]}>{t(`admin.sailings.outcome.${outcome}`)}</StatusTag>
            {problem && <span className="text-danger">{problem}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
