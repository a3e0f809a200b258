import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { RentalOffer, RentalTimes } from '../model/rental-offer.ts';

/** From when and until when a renter has the car, and where. */
export function RentalHours({ offer }: { offer: RentalOffer }) {
  const t = useTranslator();
  const { pick_up_hour: from, return_hour: until, return_grace_minutes: minutes, place, time_zone: zone } = offer;
  return (
    <p className="max-w-prose text-ink-soft text-sm">
      {t('rentals.hours', { from: t.clock(from), until: t.clock(until), zone })}{' '}
      {minutes > 0 && `${t('rentals.grace', { minutes })} `}
      {place !== '' && `${t('rentals.place', { place })} `}
      {offer.fee_days > 1 && `${t('rentals.fee', { days: offer.fee_days })} `}
      {offer.min_age > 0 && t('rentals.age', { age: offer.min_age })}
    </p>
  );
}

/** When and where the car of a booked rental is picked up and brought back. */
export function RentalFacts({ times }: { times: RentalTimes }) {
  const t = useTranslator();
  const { pick_up_at: pickUp, return_at: back, return_by: latest, time_zone: zone, place } = times;
  const facts = [
    [t('rentals.pickUp'), t.localTime(pickUp, zone)],
    [t('rentals.return'), t.localTime(back, zone)],
    ...(latest > back ? [[t('rentals.lateFrom'), t.localTime(latest, zone)]] : []),
    ...(place === '' ? [] : [[t('rentals.where'), place]]),
  ];
  return (
    <dl className="grid gap-2">
      {facts.map(([name, value]) => (
        <div key={name} className="wrap-anywhere flex flex-wrap justify-between gap-x-4">
          <dt className="text-ink-soft">{name}</dt>
          <dd className="figures">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
