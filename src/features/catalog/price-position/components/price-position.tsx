import { Link } from 'react-router';
import { CarSection } from '#features/catalog/listings/components/car-section.tsx';
import { listingPath } from '#features/catalog/listings/model/listing.ts';
import type { PricePositionResponse } from '#features/catalog/price-position/model/price-position-contract.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { Translator } from '#lib/i18n/translator.ts';

/** How the price of a car compares with similar cars, and the cars that it is compared with. */
export function PricePosition({ position }: { position: PricePositionResponse }) {
  const t = useTranslator();
  const { level, difference, median, cars, yearsApart, adjustments } = position;
  return (
    <CarSection title={t('pricePosition.title')}>
      <p className="font-semibold text-lg">
        {t(`pricePosition.${level}`, { share: t.number(Math.abs(difference), 'share') })}
      </p>
      <p className="figures max-w-prose">
        {t('pricePosition.basis', { cars, median: t.price(median), years: yearsApart })}{' '}
        {adjustments
          ? t('pricePosition.adjusted', {
              perYear: t.number(adjustments.perYear, 'share'),
              perMileage: t.number(-adjustments.per10000Km, 'share'),
              km: 10_000,
            })
          : t('pricePosition.notAdjusted')}
      </p>
      <details>
        <summary className="inline-flex min-h-11 items-center text-link underline underline-offset-4">
          {t('pricePosition.show')}
        </summary>
        <ComparedCars position={position} />
      </details>
    </CarSection>
  );
}

function ComparedCars({ position: { nearest, adjustments } }: { position: PricePositionResponse }) {
  const t = useTranslator();
  const columns = adjustments
    ? (['price', 'forYear', 'forMileage', 'result'] as const)
    : (['price'] as const satisfies string[]);
  const cell = 'py-2 ps-4 text-end whitespace-nowrap';
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards can only scroll what has the focus
    <section className="relative overflow-x-auto" aria-label={t('pricePosition.table')} tabIndex={0}>
      <table className="figures w-full text-sm">
        <thead className="text-ink-soft">
          <tr>
            <th scope="col" className="py-2 text-start font-normal">
              {t('pricePosition.car')}
            </th>
            {columns.map((name) => (
              <th
                key={name}
                scope="col"
                className={`${cell} font-normal ${name === 'forYear' || name === 'forMileage' ? 'max-sm:hidden' : ''}`}
              >
                {t(`pricePosition.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {nearest.map((car) => (
            <tr key={car.listing_id} className="border-line border-t">
              <th scope="row" className="py-2 text-start font-normal">
                <Link
                  to={listingPath({ id: car.listing_id, make: car.make, model: car.model, offer: 'Sell' })}
                  className="text-link underline underline-offset-4"
                >
                  {car.name}
                </Link>
                {car.mileageKm !== null && (
                  <span className="block text-ink-soft">{t('cars.km', { km: car.mileageKm })}</span>
                )}
              </th>
              <td className={cell}>{t.price(car.price)}</td>
              {adjustments && (
                <>
                  <td className={`${cell} max-sm:hidden`}>{changeText(car.forYear, t)}</td>
                  <td className={`${cell} max-sm:hidden`}>{changeText(car.forMileage, t)}</td>
                  <td className={`${cell} font-semibold`}>{t.price(car.adjusted)}</td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** With a sign; a dash for no change. */
function changeText(dollars: number, t: Translator): string {
  if (dollars === 0) return '–';
  return `${dollars > 0 ? '+' : '−'}${t.price(Math.abs(dollars))}`;
}
