import { useId } from 'react';
import { Link } from 'react-router';
import { useCarriedDestination } from '#features/catalog/landed-cost/client/destination.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Pagination } from '#ui/pagination.tsx';
import type { InventoryResponse } from '../model/inventory-contract.ts';
import { hasLanding, type Landing, landingPath, pageSearch } from '../model/landing.ts';
import { landingName } from '../model/landing-text.ts';
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

type LandingLinksProps = { landing: Landing; inventory: InventoryResponse };
type LinkItem = { name: string; to: string; cars: number };

/** Links to narrower and neighboring landing pages, each with its number of cars. */
export function LandingLinks({ landing: { offer }, inventory }: LandingLinksProps) {
  const t = useTranslator();
  const models = inventory.models.filter(
    ({ make, model }) => model !== inventory.model && hasLanding(make) && hasLanding(model),
  );
  const linksTo = (counted: (Omit<Landing, 'offer'> & { cars: number })[]): LinkItem[] =>
    counted.map(({ cars, ...subject }) => {
      const linked = { ...subject, offer };
      return { name: landingName(linked, t), to: landingPath(linked), cars };
    });
  const makes = inventory.makes.filter(({ make }) => hasLanding(make));
  return (
    <div className="grid gap-8">
      <LinkList
        title={t(inventory.make === null ? 'browse.models.popular' : 'browse.models.title')}
        links={models.map(({ make, model, cars }) => ({
          name: inventory.make === null ? `${make} ${model}` : model,
          to: landingPath({ offer, make, model }),
          cars,
        }))}
      />
      <LinkList
        title={t('browse.makes')}
        links={makes.map(({ make, cars }) => ({ name: make, to: landingPath({ offer, make }), cars }))}
      />
      {inventory.make === null && (
        <>
          <LinkList title={t('browse.types')} links={linksTo(inventory.carTypes)} />
          <LinkList title={t('browse.fuels')} links={linksTo(inventory.fuelTypes)} />
          <LinkList title={t('browse.provinces')} links={linksTo(inventory.provinces)} />
          <LinkList title={t(`browse.bands.${offer}`)} links={linksTo(inventory.priceBands)} />
        </>
      )}
    </div>
  );
}

function LinkList({ title, links }: { title: string; links: LinkItem[] }) {
  const t = useTranslator();
  const carry = useCarriedDestination();
  const id = useId();
  if (links.length === 0) return null;
  return (
    <nav aria-labelledby={id}>
      <h2 id={id} className="text-lg">
        {title}
      </h2>
      <ul className="mt-2 grid grid-cols-2 gap-x-6 sm:grid-cols-3 lg:grid-cols-5">
        {links.map(({ name, to, cars }) => (
          <li key={to} className="min-w-0">
            <Link
              to={carry(to)}
              className="inline-flex min-h-11 max-w-full items-center gap-2 text-link underline-offset-4 hover:underline"
            >
              <span className="min-w-0 break-words">{name}</span>
              <span className="figures shrink-0 text-ink-soft text-sm">{t('browse.number', { cars })}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
