import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { amountOf, centsOf } from '#lib/money.ts';
import { Icon } from '#ui/icon.tsx';
import { BOOKING_SHARE } from '../../model/deposit.ts';
import type { ListingResponse } from '../../model/listing-contract.ts';
import { priceBreakdown } from '../../model/listing-pricing.ts';
import { PriceLine } from './price-line.tsx';
import { PriceTerm } from './price-term.tsx';

/** The charges of a car and their total, which is shown while the box is closed too. */
export function PriceBreakdown({ car }: { car: ListingResponse }) {
  const t = useTranslator();
  const { taxRate, registrationFee } = car.priceBreakdown;
  const sums = priceBreakdown(centsOf(car.price), taxRate, centsOf(registrationFee));
  const rents = car.RentSell === 'Rent';
  const first = t(rents ? 'car.price.day' : 'car.price.car');
  const total = t(rents ? 'car.price.total.day' : 'car.price.total');
  const tax = t('car.price.tax', { rate: t.number(taxRate, 'percent') });
  return (
    <details className="group border-line border-y">
      <summary className="flex min-h-12 list-none items-center justify-between gap-3 py-2 [&::-webkit-details-marker]:hidden">
        <span className="grid min-w-0">
          <span className="font-semibold">{t('car.price.breakdown')}</span>
          <span className="figures text-ink-soft">
            {total} <span className="whitespace-nowrap">{t.price(amountOf(sums.totalCents))}</span>
          </span>
        </span>
        <Icon name="down" className="size-4 group-open:rotate-180" />
      </summary>
      <dl className="figures grid gap-1.5 pb-4">
        <PriceLine name={first} cents={sums.priceCents} />
        <PriceLine name={<PriceTerm term="tax" offer={car.RentSell} name={tax} />} cents={sums.taxCents} />
        <PriceLine
          name={<PriceTerm term="fee" offer={car.RentSell} name={t('car.price.fee')} />}
          cents={sums.feeCents}
        />
        <PriceLine name={total} cents={sums.totalCents} className="border-line border-t pt-1.5 font-bold" />
        <PriceLine
          name={t('car.price.booking', { share: t.number(BOOKING_SHARE, 'percent') })}
          cents={sums.bookingCents}
        />
      </dl>
      <p className="pb-4 text-ink-soft text-sm">{t(rents ? 'car.price.once' : 'car.price.shipping')}</p>
    </details>
  );
}
