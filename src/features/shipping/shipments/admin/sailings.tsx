import { useId, useState } from 'react';
import { useRevalidator, useSearchParams } from 'react-router';
import { boardCalls } from '#features/shipping/office-calls.ts';
import { FIELD_LOOK, Field } from '#features/shipping/shipments/components/plain-field.tsx';
import type {
  LoadedResponse,
  PlaceResponse,
  SailingResponse,
  SailingRow,
  SailingSummary,
  SailingsResponse,
} from '#features/shipping/shipments/model/shipment-contract.ts';
import { CERTAINTIES, type Certainty } from '#features/shipping/shipments/model/shipment-event.ts';
import { SAILING_STEPS, type SailingStep } from '#features/shipping/shipments/model/step.ts';
import { shipmentCalls } from '#features/shipping/shipping-calls.ts';
import { browserApi, isApiFailure } from '#lib/api-client/api-client.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { Load } from '#lib/pages/page-handlers.ts';
import { showToast } from '#lib/pages/toast-store.ts';
import { newId } from '#lib/random-key.ts';
import { instantAt } from '#lib/zoned-time.ts';
import { type Column, DataTable, RowLink } from '#ui/admin/data-table.tsx';
import { queryFrom, searchToOpen } from '#ui/admin/list-page.tsx';
import { SidePanel } from '#ui/admin/side-panel.tsx';
import { StatusTag } from '#ui/admin/status-badge.tsx';
import { BankDetailsWarning } from '#ui/bank-details/bank-details-warning.tsx';
import { Button } from '#ui/button.tsx';

export function SailingTable({ sailings }: { sailings: SailingSummary[] }) {
  const t = useTranslator();
  const [search] = useSearchParams();
  const nameOf = ({ vessel, voyage }: SailingSummary) => t('admin.sailings.name', { vessel, voyage });
  const when = (sailing: SailingSummary, step: SailingStep) => {
    const told = sailing.steps.find((each) => each.step === step);
    if (!told?.at) return '–';
    const zone = (step === 'sailed' ? sailing.from : sailing.to).time_zone;
    return (
      <span className="figures whitespace-nowrap">
        {t.localDay(told.at, zone)}{' '}
        <span className="text-ink-soft text-sm">{t(`admin.sailings.certainty.${told.certainty ?? 'estimated'}`)}</span>
      </span>
    );
  };
  const columns: Column<SailingSummary>[] = [
    {
      id: 'vessel',
      head: t('admin.sailings.vessel'),
      cell: (sailing) => (
        <div>
          <span className="block font-semibold">{nameOf(sailing)}</span>
          <span className="figures block font-normal text-ink-soft text-sm">
            {t('admin.sailings.imoNumber', { imo: sailing.imo })}
          </span>
        </div>
      ),
    },
    { id: 'route', head: t('admin.sailings.route'), cell: ({ from, to }) => `${from.name} – ${to.name}` },
    { id: 'etd', head: t('shipments.step.sailed'), cell: (sailing) => when(sailing, 'sailed') },
    { id: 'eta', head: t('shipments.step.arrived'), cell: (sailing) => when(sailing, 'arrived') },
    { id: 'cars', head: t('admin.sailings.carCount'), cell: ({ cars }) => t.number(cars), figures: true },
  ];
  return (
    <DataTable
      caption={t('admin.sailings.title')}
      columns={columns}
      rows={sailings}
      keyOf={({ id }) => id}
      empty={t('admin.sailings.none')}
      actions={(sailing) => (
        <RowLink
          icon="view"
          label={t('admin.table.view', { row: nameOf(sailing) })}
          to={{ search: searchToOpen(search, 'view', sailing.id) }}
        />
      )}
    />
  );
}

/** A sailing with its times, the form that changes them, and the cars on it. */
export function SailingPanel({ sailing }: { sailing: SailingResponse | null }) {
  const t = useTranslator();
  const title = sailing ? t('admin.sailings.name', { vessel: sailing.vessel, voyage: sailing.voyage }) : '';
  return (
    <SidePanel title={title} open={sailing !== null} holdsForm>
      {sailing && (
        <div className="grid gap-6">
          <p>
            {sailing.from.name} – {sailing.to.name} · {t('admin.sailings.imoNumber', { imo: sailing.imo })}
          </p>
          <Times sailing={sailing} />
          <TellForm key={sailing.id} sailing={sailing} />
          <section className="grid gap-2">
            <h3 className="text-lg">{t('admin.sailings.aboard', { count: sailing.orders.length })}</h3>
            <ul className="grid gap-1">
              {sailing.orders.map(({ order_id: id, number, car, container, seal }) => (
                <li key={`${id} ${car}`}>
                  <span className="figures font-semibold">{number}</span> {car}
                  {container && (
                    <span className="figures text-ink-soft"> · {[container, seal].filter(Boolean).join(' / ')}</span>
                  )}
                </li>
              ))}
            </ul>
          </section>
        </div>
      )}
    </SidePanel>
  );
}

function Times({ sailing }: { sailing: SailingResponse }) {
  const t = useTranslator();
  return (
    <dl className="grid gap-3">
      {sailing.steps
        .filter(({ at }) => at !== null)
        .map(({ step, changes }) => (
          <div key={step} className="grid gap-1">
            <dt className="font-semibold">{t(`shipments.step.${step}`)}</dt>
            {changes.map(({ at, certainty, told_at: told, note }) => (
              <dd key={told + at} className="figures text-sm">
                {t('admin.sailings.told', {
                  day: t.localDay(at, zoneOf(sailing, step)),
                  certainty: t(`admin.sailings.certainty.${certainty}`),
                  told: t.utcTime(told),
                })}
                {note && <span className="block text-ink-soft">{note}</span>}
                <BankDetailsWarning text={note} to="office" />
              </dd>
            ))}
          </div>
        ))}
    </dl>
  );
}

const zoneOf = ({ from, to }: SailingResponse, step: SailingStep) =>
  (step === 'loaded' || step === 'sailed' ? from : to).time_zone;

function TellForm({ sailing }: { sailing: SailingResponse }) {
  const t = useTranslator();
  const { revalidate } = useRevalidator();
  const [id, setId] = useState(newId);
  const [step, setStep] = useState<SailingStep>('sailed');
  const [note, setNote] = useState('');
  const [busy, setBusy] = useState(false);
  const submit = async (event: React.FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    const form = event.currentTarget;
    const values = new FormData(form);
    const body = {
      id,
      step,
      certainty: String(values.get('certainty')) as Certainty,
      happens_at: instantAt(String(values.get('at')), zoneOf(sailing, step)),
      note,
    };
    try {
      await browserApi.call(boardCalls.tell, { params: { id: sailing.id }, body });
      setId(newId());
      setNote('');
      form.reset();
      showToast(t('admin.sailings.toldAll', { count: sailing.orders.length }), 'done');
      await revalidate();
    } catch (error) {
      showToast(isApiFailure(error) ? error.message : t('admin.sailings.failed'), 'failed');
    } finally {
      setBusy(false);
    }
  };
  return (
    <form onSubmit={submit} className="grid gap-4 rounded-lg border border-line p-4">
      <Field label={t('admin.sailings.step')}>
        {(props) => (
          <select
            {...props}
            value={step}
            onChange={({ target }) => setStep(target.value as SailingStep)}
            className={FIELD_LOOK}
          >
            {SAILING_STEPS.map((each) => (
              <option key={each} value={each}>
                {t(`shipments.step.${each}`)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={t('admin.sailings.howSure')}>
        {(props) => (
          <select {...props} name="certainty" defaultValue="estimated" className={FIELD_LOOK}>
            {CERTAINTIES.map((each) => (
              <option key={each} value={each}>
                {t(`admin.sailings.certainty.${each}`)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={t('admin.sailings.when', { zone: zoneOf(sailing, step) })}>
        {(props) => <input {...props} name="at" type="datetime-local" required className={FIELD_LOOK} />}
      </Field>
      <Field label={t('admin.sailings.why')} hint={t('admin.sailings.whyHint')}>
        {(props) => (
          <input
            {...props}
            name="note"
            value={note}
            onChange={({ target }) => setNote(target.value)}
            maxLength={500}
            autoComplete="off"
            className={FIELD_LOOK}
          />
        )}
      </Field>
      <BankDetailsWarning text={note} to="writer" />
      <Button type="submit" kind="action" aria-disabled={busy || undefined}>
        {t('admin.sailings.tell')}
      </Button>
    </form>
  );
}

type SailingsData = {
  sailings: SailingsResponse;
  selected: SailingResponse | null;
  ports: PlaceResponse[];
};

export const loadSailings: Load<SailingsData> = async ({ api, url: { searchParams } }) => {
  const view = searchParams.get('view');
  const [sailings, ports, selected] = await Promise.all([
    api.call(boardCalls.sailings, { query: queryFrom(searchParams, ['page']) }),
    api.call(shipmentCalls.ports),
    view === null ? null : api.call(boardCalls.sailing, { params: { id: view } }).catch(() => null),
  ]);
  return { sailings, ports: ports.items, selected };
};

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
