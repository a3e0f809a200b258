import { inventoryCalls, listingCalls, searchCalls } from '#features/catalog/catalog-calls.ts';
import { findFacets } from '#features/catalog/inventory/server/find-facets.ts';
import {
  destinationCost,
  destinationOf,
  type FoundCards,
  type Inventory,
  listingsJson,
} from '#features/catalog/inventory/server/inventory.ts';
import { countryIn } from '#features/catalog/listings/model/criteria/destination-query.ts';
import type { ListingCriteria } from '#features/catalog/listings/model/criteria/listing-criteria.ts';
import {
  type ForeignPriceResponse,
  type ListingsQuery,
  listingContract,
} from '#features/catalog/listings/model/listing-contract.ts';
import {
  criteriaOfQuery,
  isRanked,
  type ListRequest,
  pageOfQuery,
} from '#features/catalog/listings/server/query-criteria.ts';
import type { VehicleCatalog } from '#features/catalog/vehicles/server/vehicle-catalog.ts';
import { type RuleBookCache, todayOf } from '#features/customs/server/api.ts';
import type { Clock } from '#lib/clock.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { inventoryContract } from '../model/inventory-contract.ts';
import type { ForeignPrice, Money } from '../model/search/amount-words.ts';
import { possibleStockIn, publicIdentityIn } from '../model/search/identity-words.ts';
import type { ResolvedQuery } from '../model/search/resolve-query.ts';
import { searchContract } from '../model/search-contract.ts';
import { findInventory } from './find-inventory.ts';
import { findRelaxations } from './find-relaxations.ts';
import { findSuggestions } from './find-suggestions.ts';
import { firstMatching, QueryReader, searchCriteria, TextWords, unranked } from './search-listings.ts';

/** The reading of a search that names no filter. */
const ANYTHING: ResolvedQuery = { vehicleRanks: null, understood: null, dropped: [] };

type Needs = { inventory: Inventory; clock: Clock; catalog: VehicleCatalog };

export function searchEndpoints({ inventory, clock, catalog, rules }: Needs & { rules: RuleBookCache }): Endpoint[] {
  const reader = new QueryReader(catalog, new TextWords((words) => inventory.wordsInTexts(words)));
  const open = { access: 'anyone', cache: 'while-stock-unchanged' } as const;
  const newestYear = () => clock.now().getUTCFullYear() + 1;
  const moneyFor = async (query: ListingsQuery): Promise<Money> => ({
    rates: (await rules.book()).ratesOn(todayOf(clock)).newest,
    country: countryIn(query) ?? null,
  });
  return [
    endpoint(listingCalls.search, listingContract.search, {
      summary:
        'Active cars by make, model, year or any words, within the same filters as the list. `#` and an id, a whole VIN, or a dealer’s stock number find that car and ignore the filters',
      ...open,
      readCost: (query) => 2 + destinationCost(query),
      showsInventory: true,
      handle: async ({ query }) => {
        const thisYear = clock.now().getUTCFullYear();
        const { readings, vehicles } = await reader.read(query.q, thisYear + 1, await moneyFor(query));
        const filters = criteriaOfQuery(query, vehicles);
        const page = pageOfQuery(query);
        const identity = publicIdentityIn(query.q);
        const identified = identity && (await findIdentified(inventory, identity, page));
        const named =
          identified && identified.total > 0
            ? identified
            : ((await findByStock(inventory, query.q, identity ? null : readings[0]!, page)) ?? identified);
        const { resolved, found } = named
          ? { resolved: ANYTHING, found: named }
          : await firstMatching(readings, async (reading) => {
              const ranked = searchCriteria(filters, reading, vehicles);
              const listed = await inventory.find(isRanked(query) ? ranked : unranked(ranked), page);
              const [{ mayImport = null, ...ofAnyLight } = {}] = unranked(ranked);
              if (listed.total > 0 || mayImport === null) return listed;
              return { ...listed, prohibited: await inventory.prohibited(ofAnyLight as ListingCriteria) };
            });
        const facets = await findFacets(inventory, {
          query,
          criteriaOf: (others) =>
            unranked(searchCriteria(criteriaOfQuery(others, vehicles), resolved, vehicles))[0] ?? null,
          vehicles,
          thisYear,
        });
        const [first = null] = named ? [] : unranked(searchCriteria(filters, resolved, vehicles));
        return listingsJson(found, page, {
          ...facets,
          ...(await destinationOf(inventory, first, { order: page.order, facets: query.facets })),
          ...(resolved.understood && { understood: resolved.understood }),
          ...(resolved.dropped.length > 0 && { dropped: resolved.dropped }),
          ...(resolved.prices && { foreignPrices: resolved.prices.map(foreignPriceResponse) }),
        });
      },
    }),
    endpoint(searchCalls.suggestions, searchContract.suggestions, {
      ...open,
      summary: 'Makes, models and filters for what has been typed so far, with their numbers of cars',
      readCost: 1,
      handle: async ({ query: { q, rentSell: offer } }) => {
        const { vocabulary, vehicles } = await reader.vocabulary();
        const money = { rates: (await rules.book()).ratesOn(todayOf(clock)).newest, country: null };
        return findSuggestions(inventory, { q, offer, newestYear: newestYear(), money }, vocabulary, vehicles);
      },
    }),
    endpoint(searchCalls.relaxations, searchContract.relaxations, {
      ...open,
      summary: 'For a search without a result: each filter or word without which cars match, and the nearest cars',
      readCost: 4,
      handle: async ({ query }) =>
        findRelaxations(inventory, reader, query, { newestYear: newestYear(), money: await moneyFor(query) }),
    }),
  ];
}

/** Finds cars by a stock number unless the search has a reading that needs no texts and no corrections. Null if no car has it. */
async function findByStock(
  inventory: Inventory,
  q: string,
  likeliest: ResolvedQuery | null,
  page: ListRequest,
): Promise<FoundCards | null> {
  const isRead = likeliest !== null && !likeliest.words && !likeliest.understood;
  const stock = isRead ? null : possibleStockIn(q);
  const found = stock === null ? null : await findIdentified(inventory, { stock }, page);
  return found && found.total > 0 ? found : null;
}

const foreignPriceResponse = ({ text, currencies, dollars }: ForeignPrice): ForeignPriceResponse => ({
  text,
  currencies: [...currencies],
  min: dollars?.min ?? null,
  max: dollars?.max ?? null,
  rateDate: dollars?.date ?? null,
});

async function findIdentified(
  inventory: Inventory,
  identity: Parameters<Inventory['identified']>[0],
  { page, limit }: ListRequest,
): Promise<FoundCards> {
  const cards = await inventory.identified(identity);
  return { cards: cards.slice((page - 1) * limit, page * limit), total: cards.length, totalIsLeast: false };
}

/** Endpoint for landing pages. */
export function inventoryEndpoints({ inventory, clock, catalog }: Needs): Endpoint[] {
  return [
    endpoint(inventoryCalls.find, inventoryContract.find, {
      access: 'anyone',
      cache: 'while-stock-unchanged',
      readCost: (query) => 1 + destinationCost(query),
      summary: 'Inventory of a make, model, type, fuel, province or price band',
      handle: async ({ query }) =>
        findInventory(inventory, query, await catalog.vehicles(), clock.now().getUTCFullYear()),
    }),
  ];
}
