import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Icon } from '#ui/icon.tsx';
import type { TimelineResponse } from '../model/shipment-contract.ts';
import { hasHour } from '../model/step.ts';

type Car = TimelineResponse['cars'][number];

/** Port to port, the vessel, and what is next. */
export function Route({ car: { route, steps } }: { car: Car }) {
  const t = useTranslator();
  const vessel = steps.findLast((step) => step.vessel)?.vessel;
  return (
    <div className="grid gap-4 rounded-md bg-sunken p-4 md:grid-cols-[1fr_auto] md:items-center">
      {route && (
        <div className="grid gap-1">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold text-lg">
            {route.from && <Place name={route.from.name} country={route.from.country} />}
            <Icon name="ship" className="size-6 text-ink-soft" />
            {route.to && <Place name={route.to.name} country={route.to.country} />}
          </p>
          <p className="text-ink-soft">
            {vessel &&
              `${t('shipments.route.aboard', { vessel: vessel.name, voyage: vessel.voyage, imo: vessel.imo })} · `}
            {t(`shipments.route.${route.by}`)}
          </p>
        </div>
      )}
      <Now steps={steps} />
    </div>
  );
}

function Place({ name, country }: { name: string; country: string }) {
  const t = useTranslator();
  return (
    <span>
      {name} <span className="font-normal text-base text-ink-soft">{t.region(country)}</span>
    </span>
  );
}

function Now({ steps }: Pick<Car, 'steps'>) {
  const t = useTranslator();
  const next = steps.find(({ state }) => state === 'next');
  if (!next) {
    const isCanceled = steps.some(({ state }) => state === 'canceled');
    return <p className="font-semibold">{t(isCanceled ? 'shipments.now.canceled' : 'shipments.now.done')}</p>;
  }
  const owner = t(`shipments.owner.${next.owner}`);
  const day = hasHour(next.step) ? t.localTime(next.due_at, next.time_zone ?? 'UTC') : t.date(next.due_at);
  return (
    <div className="grid gap-1 md:justify-items-end md:text-end">
      <p className="font-semibold">{t('shipments.now.next', { step: t(`shipments.step.${next.step}`) })}</p>
      <p className={next.late ? 'font-semibold text-danger' : 'text-ink-soft'}>
        {t('shipments.due', { owner, day })}
        {next.late && ` · ${t('shipments.lateBy', { days: next.late_days })}`}
      </p>
    </div>
  );
}
