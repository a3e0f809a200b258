import { lazy, Suspense, useEffect, useState } from 'react';
import type { ListingResponse } from '#features/catalog/listings/model/listing-contract.ts';
import { priceBreakdown } from '#features/catalog/listings/model/listing-pricing.ts';
import { RentalHours } from '#features/payments/rental-offers/components/rental-hours.tsx';
import { browserApi } from '#lib/api-client/api-client.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { amountOf, centsOf } from '#lib/money.ts';
import { paths } from '#paths.ts';
import { LinkButton } from '#ui/button.tsx';
import { fetchBookedDays } from '../client/payment-client.ts';
import type { BookedDaysResponse } from '../model/payment-contract.ts';
import { daysOf } from '../model/quote.ts';
import { type ChosenDays, daysProblem, daysSearch, daysText, rentalPeriod } from '../model/rental-days.ts';

const DayCalendar = lazy(() => import('./day-calendar.tsx'));

type RentalStayProps = {
  car: ListingResponse;
  days: ChosenDays | null;
  onChange: (days: ChosenDays) => void;
};

/** The free days of a car, and what the chosen ones cost. */
export default function RentalStay({ car, days, onChange }: RentalStayProps) {
  const t = useTranslator();
  const [booked, setBooked] = useState<BookedDaysResponse | null>(null);
  const [failed, setFailed] = useState(false);
  const id = car.listing_id;
  useEffect(() => {
    let isCurrent = true;
    fetchBookedDays(browserApi, id).then(
      (answer) => isCurrent && setBooked(answer),
      () => isCurrent && setFailed(true),
    );
    return () => {
      isCurrent = false;
    };
  }, [id]);
  if (failed) return <p role="status">{t('car.days.failed')}</p>;
  const loading = <p className="text-ink-soft">{t('checkout.days.loading')}</p>;
  if (!booked) return loading;
  const problem = days && daysProblem(days, booked);
  return (
    <div className="grid gap-3">
      <p className="text-ink-soft text-sm">{t('checkout.days.hint', { days: booked.longestDays })}</p>
      <RentalHours offer={booked.rental} />
      <div data-keep-clear="">
        <Suspense fallback={loading}>
          <DayCalendar days={days ?? NO_DAYS} booked={booked} onChange={onChange} />
        </Suspense>
      </div>
      <div role="status" className="figures grid gap-1">
        {days === null && <p className="text-ink-soft">{t('car.days.none')}</p>}
        {problem && <p className="text-danger">{t(problem)}</p>}
        {days && !problem && <StayPrice car={car} days={days} feeCents={booked.fee_cents} />}
      </div>
      {days && !problem && (
        <LinkButton
          to={paths.payment.replace(':id', String(id)) + daysSearch(days)}
          kind="strong"
          className="justify-self-start"
        >
          {t('car.days.rent')}
        </LinkButton>
      )}
    </div>
  );
}

const NO_DAYS: ChosenDays = { first: '', last: '' };

function StayPrice({ car, days, feeCents }: { car: ListingResponse; days: ChosenDays; feeCents: number }) {
  const t = useTranslator();
  const count = daysOf(rentalPeriod(days)).length;
  const sums = priceBreakdown(centsOf(car.price) * count, car.priceBreakdown.taxRate, feeCents);
  return (
    <>
      <p>{daysText(t, days)}</p>
      <p className="font-bold text-lg">
        {t('car.days.price', { days: count, price: t.price(amountOf(sums.priceCents)) })}
      </p>
      <p>{t('car.days.total', { total: t.price(amountOf(sums.totalCents)) })}</p>
    </>
  );
}
