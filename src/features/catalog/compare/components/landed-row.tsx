import { useDestination } from '#features/catalog/landed-cost/client/use-destination.ts';
import { LandedAnswer } from '#features/catalog/landed-cost/components/landed-line.tsx';
import type { ListingResponse } from '#features/catalog/listings/model/listing-contract.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';

/** Whether the cars may be imported at the chosen destination, and what they cost there. Empty without a destination. */
export function LandedRow({ cars }: { cars: ListingResponse[] }) {
  const t = useTranslator();
  const destination = useDestination();
  if (!destination || cars.every(({ RentSell }) => RentSell === 'Rent')) return null;
  return (
    <tr>
      <th scope="row" className="font-normal text-ink-soft">
        {t('shipTo.chosen', { country: t.region(destination.country) })}
      </th>
      {cars.map((car) => (
        <td key={car.listing_id} className="h-20 text-sm">
          {car.RentSell === 'Sell' ? (
            <LandedAnswer id={car.listing_id} />
          ) : (
            <span className="text-ink-soft">{t('cars.notAvailable')}</span>
          )}
        </td>
      ))}
    </tr>
  );
}
