import { useId } from 'react';
import { Link } from 'react-router';
import { listingName } from '#features/catalog/listings/model/listing.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { paths } from '#paths.ts';
import { TEXT_LINK } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import type { TimelineResponse } from '../model/shipment-contract.ts';
import { hasHour } from '../model/step.ts';
import { StepItem } from './step-item.tsx';

type TimelineProps = {
  timeline: TimelineResponse;
  /** Whether it is a stored copy, shown offline. */
  isStored?: boolean;
  /** Links to what belongs to the order. */
  links?: React.ReactNode;
};

/** The steps of an order: where its car is, what is done, what is next, and why a date moved. */
export function Timeline({ timeline, isStored = false, links }: TimelineProps) {
  const t = useTranslator();
  const id = useId();
  const { cars, contact, offer, viewer, as_of: time } = timeline;
  return (
    <section aria-labelledby={id} className="grid gap-5 rounded-lg border border-line bg-surface p-4 md:p-6">
      <div className="grid gap-1">
        <h2 id={id} className="text-lg">
          {t(offer === 'Rent' ? 'shipments.title.rental' : 'shipments.title')}
        </h2>
        <p className={isStored ? 'font-semibold text-waiting' : 'text-ink-soft text-sm'}>
          {isStored
            ? t('shipments.asLastSeen', { time: t.utcTime(time) })
            : t('shipments.asOf', { time: t.utcTime(time) })}
        </p>
        {links}
      </div>
      {cars.map((car) => (
        <div key={car.listing_id} className="grid gap-5">
          {cars.length > 1 && <h3 className="font-semibold">{listingName(car)}</h3>}
          <Route car={car} />
          <ol aria-label={t('shipments.steps')} className="grid">
            {car.steps.map((step, index) => (
              <StepItem
                key={step.step}
                step={step}
                offer={offer}
                to={viewer === 'operator' ? 'office' : 'reader'}
                isLast={index === car.steps.length - 1}
              />
            ))}
          </ol>
        </div>
      ))}
      <div className="grid gap-1 border-line border-t pt-4">
        <p className="font-semibold">{t('shipments.contact')}</p>
        {contact.name && <p className="wrap-anywhere">{contact.name}</p>}
        {contact.details && <p className="wrap-anywhere whitespace-pre-line text-ink-soft">{contact.details}</p>}
        <Link to={paths.contact} className={`${TEXT_LINK} justify-self-start gap-2`}>
          <Icon name="mail" />
          {t('shipments.contact.write')}
        </Link>
      </div>
    </section>
  );
}

type Car = TimelineResponse['cars'][number];

/** The ports, the vessel and the next step. */
function Route({ car: { route, steps } }: { car: Car }) {
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
