import { useId } from 'react';
import { Link } from 'react-router';
import { useCarriedDestination } from '#features/catalog/landed-cost/client/destination.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Pagination } from '#ui/pagination.tsx';
import type { InventoryResponse } from '../model/inventory-contract.ts';
import { hasLanding, type Landing, type LandingView, landingPath, landingSearch } from '../model/landing.ts';
import { landingName } from '../model/landing-text.ts';
import { AskForCar } from './ask-for-car.tsx';
import { ListingGrid } from './listing-grid.tsx';
import { ProhibitedLink } from './prohibited-link.tsx';

const TOP = 'cars';

type LandingCarsProps = { inventory: InventoryResponse; view: LandingView };

export function LandingCars({ inventory, view }: LandingCarsProps) {
  const t = useTranslator();
  const { listings, pagination } = inventory;
  return (
    <section aria-labelledby={TOP} className="grid gap-8">
      <h2 id={TOP} className="sr-only">
        {t('browse.cars')}
      </h2>
      {view.to !== '' && <LandedSorts view={view} />}
      {listings.length > 0 ? (
        <ListingGrid cars={listings} filler={<AskForCar />} />
      ) : (
        <p className="max-w-prose text-lg">
          {t('explore.prohibited.none', { country: t.region(inventory.destination?.country ?? '') })}
        </p>
      )}
      <Pagination
        page={pagination.page}
        pages={pagination.totalPages}
        linkTo={(page) => ({ search: landingSearch(view, page), hash: TOP })}
      />
      <ProhibitedLink
        found={inventory}
        isLast={view.sort === ''}
        linkTo={(page) => ({ search: landingSearch({ ...view, showsProhibited: true }, page), hash: TOP })}
      />
    </section>
  );
}

const SORTS = ['', 'landed-asc', 'landed-desc'] as const;

/** Links, so that the page is sorted without scripts too. */
function LandedSorts({ view }: { view: LandingView }) {
  const t = useTranslator();
  return (
    <nav aria-label={t('browse.sort')}>
      <ul className="flex flex-wrap gap-2">
        {SORTS.map((sort) => (
          <li key={sort}>
            <Link
              to={{ search: landingSearch({ ...view, sort }), hash: TOP }}
              rel="nofollow"
              aria-current={sort === view.sort ? 'true' : undefined}
              className="inline-flex min-h-11 items-center rounded-full border border-line-strong px-4 hover:border-ink aria-[current]:bg-ink aria-[current]:text-ground"
            >
              {t(sort === '' ? 'explore.sort.default' : `explore.sort.${sort}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
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
