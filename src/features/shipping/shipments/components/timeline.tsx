import { useId } from 'react';
import { Link } from 'react-router';
import { listingName } from '#features/catalog/listings/model/listing-name.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { paths } from '#paths.ts';
import { Icon } from '#ui/icon.tsx';
import { TEXT_LINK } from '#ui/text-link.ts';
import type { TimelineResponse } from '../model/shipment-contract.ts';
import { Route } from './route.tsx';
import { StepItem } from './step-item.tsx';

type TimelineProps = {
  timeline: TimelineResponse;
  /** Whether it is shown as last seen, because there is no connection. */
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
