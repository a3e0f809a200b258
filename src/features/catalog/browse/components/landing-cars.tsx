import { useCarriedDestination } from '#features/catalog/landed-cost/client/use-destination.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Pagination } from '#ui/pagination.tsx';
import type { InventoryResponse } from '../model/inventory-contract.ts';
import { pageSearch } from '../model/landing.ts';
import { AskForCar } from './ask-for-car.tsx';
import { ListingGrid } from './listing-grid.tsx';

const TOP = 'cars';

export function LandingCars({ inventory: { listings, pagination } }: { inventory: InventoryResponse }) {
  const t = useTranslator();
  const carry = useCarriedDestination();
  return (
    <section aria-labelledby={TOP} className="grid gap-8">
      <h2 id={TOP} className="sr-only">
        {t('browse.cars')}
      </h2>
      <ListingGrid cars={listings} filler={<AskForCar />} />
      <Pagination
        page={pagination.page}
        pages={pagination.totalPages}
        linkTo={(page) => ({ search: carry(pageSearch(page)), hash: TOP })}
      />
    </section>
  );
}
