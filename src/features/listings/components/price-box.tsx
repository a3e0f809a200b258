import { claims } from '#content/claims.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { amountOf, centsOf } from '#lib/money.ts';
import { paths } from '#paths.ts';
import { LinkButton } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { BOOKING_SHARE } from '../model/deposit.ts';
import type { ListingResponse } from '../model/listing-contract.ts';
import { priceBreakdown } from '../model/listing-pricing.ts';
import { unavailableAs } from '../model/listing-status.ts';
import { AvailabilityNote } from './availability-note.tsx';
import { ContactButtons } from './contact-buttons.tsx';
import { InstallmentEstimate } from './instalment-estimate.tsx';
import { PriceText } from './price-text.tsx';
import { useHold } from './use-hold.ts';

type PriceBoxProps = { car: ListingResponse; name: string; url: string; similar: string };

/** The price breakdown and the buttons to book, rent or contact. */
export function PriceBox({ car, name, url, similar }: PriceBoxProps) {
  const t = useTranslator();
  const { listing_status: status } = car;
  const rents = car.RentSell === 'Rent';
  const unavailable = unavailableAs(car.RentSell, status);
  const held = useHold(car) !== null;
  return (
    <div className="grid gap-5 rounded-lg border border-line bg-surface p-5 md:p-6">
      <div className="grid gap-1">
        <h2 className="text-base text-ink-soft">{t('car.price')}</h2>
        <p className="font-bold text-2xl">
          <PriceText amount={car.price} perDay={rents} />
        </p>
        {!rents && <InstallmentEstimate priceCents={centsOf(car.price)} />}
      </div>
      <Breakdown car={car} />
      {unavailable === null && held && (
        <div className="grid gap-3 rounded-md bg-sunken p-4">
          <AvailabilityNote car={car} />
          <LinkButton to={similar}>{t('car.gone.browse')}</LinkButton>
        </div>
      )}
      {unavailable === null && !held && (
        <div className="grid gap-2">
          {status === 'rented' && <p className="font-semibold">{t('car.rent.today')}</p>}
          <AvailabilityNote car={car} />
          <LinkButton to={paymentPath(car)} kind="action" className="min-h-12 text-lg">
            {t(rents ? 'car.rent' : 'car.book')}
          </LinkButton>
          {rents && <p className="text-ink-soft text-sm">{t('car.rent.days')}</p>}
        </div>
      )}
      {unavailable !== null && (
        <div className="grid gap-3 rounded-md bg-sunken p-4">
          <p className="font-semibold">{t(`car.gone.${unavailable}`)}</p>
          <LinkButton to={similar}>{t('car.gone.browse')}</LinkButton>
        </div>
      )}
      <ContactButtons id={car.listing_id} name={name} url={url} />
      <ul className="grid gap-2 border-line border-t pt-4">
        <Assurance>{t('car.assurance.moneyBack', { days: claims.moneyBackDays })}</Assurance>
        <Assurance>{t('car.assurance.delivery', { km: claims.freeDeliveryKm })}</Assurance>
      </ul>
    </div>
  );
}

export function paymentPath({ listing_id }: Pick<ListingResponse, 'listing_id'>): string {
  return paths.payment.replace(':id', String(listing_id));
}

function Breakdown({ car }: { car: ListingResponse }) {
  const t = useTranslator();
  const { taxRate, registrationFee } = car.priceBreakdown;
  const sums = priceBreakdown(centsOf(car.price), taxRate, centsOf(registrationFee));
  const rents = car.RentSell === 'Rent';
  const first = t(rents ? 'car.price.day' : 'car.price.car');
  const total = t(rents ? 'car.price.total.day' : 'car.price.total');
  const lines: [string, number][] = [
    [first, sums.priceCents],
    [t('car.price.tax', { rate: t.number(taxRate, 'percent') }), sums.taxCents],
    [t('car.price.fee'), sums.feeCents],
  ];
  return (
    <details className="group border-line border-y">
      <summary className="flex min-h-12 list-none items-center justify-between gap-3 [&::-webkit-details-marker]:hidden">
        <span className="font-semibold">{t('car.price.breakdown')}</span>
        <span className="flex items-center gap-2">
          <span className="figures text-ink-soft">
            {total} {t.price(amountOf(sums.totalCents))}
          </span>
          <Icon name="down" className="size-4 group-open:rotate-180" />
        </span>
      </summary>
      <dl className="figures grid gap-1.5 pb-4">
        {lines.map(([name, cents]) => (
          <Sum key={name} name={name} cents={cents} />
        ))}
        <Sum name={total} cents={sums.totalCents} className="border-line border-t pt-1.5 font-bold" />
        <Sum name={t('car.price.booking', { share: t.number(BOOKING_SHARE, 'percent') })} cents={sums.bookingCents} />
      </dl>
      <p className="pb-4 text-ink-soft text-sm">{t('car.price.shipping')}</p>
    </details>
  );
}

function Sum({ name, cents, className = '' }: { name: string; cents: number; className?: string }) {
  const t = useTranslator();
  return (
    <div className={`flex justify-between gap-4 ${className}`}>
      <dt>{name}</dt>
      <dd>{t.price(amountOf(cents))}</dd>
    </div>
  );
}

function Assurance({ children }: { children: string }) {
  return (
    <li className="flex items-center gap-2">
      <Icon name="check" className="size-5 text-verified" />
      {children}
    </li>
  );
}
