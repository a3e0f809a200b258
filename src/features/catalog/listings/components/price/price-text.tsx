import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { CardResponse } from '../../model/listing-contract.ts';

type PriceTextProps = { amount: number; perDay: boolean };

export function PriceText({ amount, perDay }: PriceTextProps) {
  const t = useTranslator();
  return (
    <span className="figures whitespace-nowrap">
      {t.price(amount)}
      {perDay && <span className="font-normal text-base text-ink-soft">{t('cars.perDay')}</span>}
    </span>
  );
}

/** A car's price. A rental's is followed by the fee that is charged once, however many days are rented. */
export function CarPrice({ car }: { car: Pick<CardResponse, 'RentSell' | 'price' | 'priceBreakdown'> }) {
  const t = useTranslator();
  const perDay = car.RentSell === 'Rent';
  const once = car.priceBreakdown.registrationFee;
  return (
    <>
      <PriceText amount={car.price} perDay={perDay} />
      {perDay && once > 0 && (
        <>
          {' '}
          <span className="figures whitespace-nowrap font-normal text-ink-soft text-sm">
            {t('cars.once', { fee: t.price(once) })}
          </span>
        </>
      )}
    </>
  );
}
