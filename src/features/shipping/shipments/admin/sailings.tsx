import { useState } from 'react';
import { useRevalidator, useSearchParams } from 'react-router';
import { browserApi, isApiFailure } from '#lib/api-client/api-client.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { Load } from '#lib/pages/page-handlers.ts';
import { showToast } from '#lib/pages/toast-store.ts';
import { newId } from '#lib/random-key.ts';
import { instantAt } from '#lib/zoned-time.ts';
import { type Column, DataTable, RowLink } from '#ui/admin/data-table.tsx';
import { queryFrom, searchToOpen } from '#ui/admin/list-page.tsx';
import { SidePanel } from '#ui/admin/side-panel.tsx';
import { BankDetailsWarning } from '#ui/bank-details/bank-details-warning.tsx';
import { Button } from '#ui/button.tsx';
import { boardCalls } from '../../office-calls.ts';
import { shipmentCalls } from '../../shipping-calls.ts';
import { FIELD_LOOK, Field } from '../components/plain-field.tsx';
import type { SailingResponse, SailingSummary, SailingsResponse } from '../model/board-contract.ts';
import type { PlaceResponse } from '../model/shipment-contract.ts';
import { CERTAINTIES, type Certainty } from '../model/shipment-event.ts';
import { SAILING_STEPS, type SailingStep } from '../model/step.ts';

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
