import { Cost, Verdict } from '#features/catalog/landed-cost/components/answer/import-answer.tsx';
import { href } from '#lib/api-client/api-call.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { paths } from '#paths.ts';
import { LinkButton, TEXT_LINK } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import { bookingCalls } from '../../aftersales-calls.ts';
import type { BookingDestination } from '../model/booking-contract.ts';

/** What the import rules and charges were when a car was paid for. */
export function BookingImport({ id, destination }: { id: string; destination: BookingDestination }) {
  const t = useTranslator();
  const { car, check, cost, port_name: port, shown_light: shown, rows } = destination;
  return (
    <div className="mx-auto grid max-w-[60rem] gap-6 px-4 py-8 md:px-8 md:py-12">
      <header className="grid gap-2">
        <h1 className="text-2xl">{t('bookings.import.title', { id })}</h1>
        <p className="font-semibold">{car}</p>
        <p className="max-w-prose">{t('bookings.import.about')}</p>
        <p className="text-ink-soft text-sm">
          <UtcTime time={destination.paid_at} />
        </p>
      </header>
      <h2 className="flex items-center gap-2 text-lg">
        <Icon name="ship" />
        {t('landed.to', { place: destination.place })}
      </h2>
      {shown && shown !== check.light && (
        <p className="rounded-md bg-sunken p-4">
          {t('bookings.destination.shown', { light: t(`shipTo.light.${shown}`) })}
        </p>
      )}
      <Declared destination={destination} />
      <Verdict check={check} cost={cost} />
      <Cost cost={cost} place={port} country={check.country_name} />
      <details>
        <summary className="min-h-11 w-fit cursor-pointer text-ink-soft text-sm">
          {t('bookings.import.rows', { version: t.number(check.version) })}
        </summary>
        <ul className="wrap-anywhere text-ink-soft text-sm">
          {rows.map(({ list, ids }) => (
            <li key={list}>{t.list(ids)}</li>
          ))}
        </ul>
      </details>
      <p className="text-ink-soft text-sm">{check.notice}</p>
      <p className="flex flex-wrap items-center gap-4">
        <LinkButton to={`${paths.dashboard}#my-bookings`}>{t('checkout.thanks.bookings')}</LinkButton>
        <a href={href(bookingCalls.receipt, { params: { id } })} download className={`${TEXT_LINK} gap-2`}>
          <Icon name="document" />
          {t('bookings.receipt')}
        </a>
      </p>
    </div>
  );
}

function Declared({
  destination: { buying_for: name, buying_for_country: code },
}: {
  destination: BookingDestination;
}) {
  const t = useTranslator();
  if (!code) return null;
  const country = t.region(code);
  return (
    <p className="rounded-md border border-line p-4">
      {name ? t('bookings.import.declared', { name, country }) : t('bookings.import.declared.erased', { country })}
    </p>
  );
}
