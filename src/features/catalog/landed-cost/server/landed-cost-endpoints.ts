import type { Listing } from '#features/catalog/listings/model/listing.ts';
import { importCarOfListing } from '#features/catalog/listings/server/facts/import-car.ts';
import {
  findPublicListing,
  findPublicListings,
  notPublic,
} from '#features/catalog/listings/server/find-public-listing.ts';
import { firstPortOf, portsOf } from '#features/customs/import-rules/model/ports.ts';
import {
  assess,
  assessedResponse,
  carOfFacts,
  type DestinationUses,
  type ImportDeps,
  todayOf,
} from '#features/customs/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { download, type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { landedCostCalls, landedQuoteCalls } from '../../catalog-calls.ts';
import {
  type CheckQuery,
  type CheckResponse,
  type LandedListQuery,
  type LandedListResponse,
  type LandedQuery,
  type LandedResponse,
  landedCostContract,
  landedQuoteContract,
} from '../model/landed-cost-contract.ts';
import { checkCity } from './door-response.ts';
import { checkResponse, landedItem, landedResponse, localRateOf } from './landed-cost-responses.ts';
import { issueQuote, type QuoteDeps, quoteFile, readQuote } from './quotes/issue-quote.ts';

type Deps = ImportDeps & { db: Queryable; uses: Pick<DestinationUses, 'count'> };

export function landedCostEndpoints(deps: Deps): Endpoint[] {
  const open = { access: 'anyone', readByOtherOrigins: true, cache: 'while-stock-unchanged', readCost: 1 } as const;
  return [
    endpoint(landedCostCalls.check, landedCostContract.check, {
      ...open,
      summary: 'Whether a car may be imported into a country, with the reasons',
      handle: async ({ query, t }) => check(deps, query, t),
    }),
    endpoint(landedCostCalls.one, landedCostContract.one, {
      ...open,
      summary: 'What a car costs at a port, with the charges of the country',
      handle: async ({ query, t }) => landedCost(deps, query, t),
    }),
    endpoint(landedCostCalls.several, landedCostContract.several, {
      ...open,
      readCost: 2,
      summary: 'Whether cars may be imported and what they cost, for a list of cars',
      handle: async ({ query, t }) => landedCosts(deps, query, t),
    }),
  ];
}

async function check({ rules, clock, db, uses }: Deps, query: CheckQuery, t: Translator): Promise<CheckResponse> {
  const assessed = assess(await rules.book(), query, todayOf(clock));
  uses.count(assessed.prepared.country);
  const { listing_id: id } = query;
  const car =
    id === undefined
      ? carOfFacts(query, assessed.prepared.country)
      : importCarOfListing(await findPublicListing(db, id));
  return checkResponse(assessed, car, id ?? null, t);
}

const journeyOf = ({ country, mode, port }: Pick<LandedQuery, 'country' | 'mode' | 'port'>) => ({
  mode,
  port: port ?? firstPortOf(country),
});

/** Throws `malformed` for a port of another country. */
function checkPort({ country, port }: Pick<LandedQuery, 'country' | 'port'>): void {
  if (port !== undefined && !portsOf(country).some(({ code }) => code === port))
    throw new AppError('malformed', `no port ${port} in ${country}`, { fields: { port: 'importRules.unknownPort' } });
}

/** A car for rent stays in China. */
const isForSale = ({ offer }: Listing) => offer === 'Sell';

async function landedCost({ rules, clock, db }: Deps, query: LandedQuery, t: Translator): Promise<LandedResponse> {
  const journey = journeyOf(query);
  const assessed = assess(await rules.book(), query, todayOf(clock), journey);
  checkPort(query);
  checkCity(assessed.prepared, query.city, t);
  const listing = await findPublicListing(db, query.listing_id);
  if (!isForSale(listing)) throw notPublic(listing.id);
  const { new_price: amount, new_price_currency: currency } = query;
  const newPrice = amount === undefined ? null : { amount, currency };
  return landedResponse(
    assessed,
    listing,
    {
      journey,
      newPrice,
      reference: query.reference ?? null,
      city: query.city ?? null,
      stated: { production: query.production ?? null, co2: query.co2 ?? null },
    },
    t,
  );
}

async function landedCosts(
  { rules, clock, db, uses }: Deps,
  query: LandedListQuery,
  t: Translator,
): Promise<LandedListResponse> {
  const journey = journeyOf(query);
  const assessed = assess(await rules.book(), query, todayOf(clock), journey);
  checkPort(query);
  uses.count(assessed.prepared.country);
  const listings = new Map((await findPublicListings(db, query.ids)).map((listing) => [listing.id, listing]));
  const cars = query.ids.flatMap((id) => listings.get(id) ?? []).filter(isForSale);
  return {
    ...assessedResponse(assessed, t),
    port: journey.port,
    place: portsOf(query.country).find(({ code }) => code === journey.port)?.name ?? t.region(query.country),
    mode: journey.mode,
    buyer: query.buyer,
    currency: 'USD',
    ...localRateOf(assessed),
    items: cars.map((listing) => landedItem(assessed, listing, journey, t)),
  };
}

/** Everyone with the link can read a quote. Search engines must not index it. */
const NO_INDEX = ['x-robots-tag', 'noindex'] as const;

export function landedQuoteEndpoints(deps: QuoteDeps): Endpoint[] {
  const open = { access: 'anyone' } as const;
  return [
    endpoint(landedQuoteCalls.make, landedQuoteContract.make, {
      ...open,
      summary: 'Number and keep the landed cost of a car, to share it',
      limit: { uses: 20, inSeconds: 3_600 },
      slowAbove: { uses: 600, inSeconds: 3_600 },
      handle: ({ body, t }) => issueQuote(deps, body, t),
    }),
    endpoint(landedQuoteCalls.read, landedQuoteContract.read, {
      ...open,
      summary: 'A landed cost that was kept, by the code in its address',
      readCost: 1,
      handle: async ({ params, t, reply }) => {
        reply.header(...NO_INDEX);
        return readQuote(deps, params.code, t);
      },
    }),
    endpoint(landedQuoteCalls.pdf, landedQuoteContract.pdf, {
      ...open,
      summary: 'The PDF of a landed cost that was kept',
      limit: { uses: 60, inSeconds: 3_600 },
      handle: async ({ params, reply }) => {
        const { name, type, content } = await quoteFile(deps, params.code);
        reply.header(...NO_INDEX);
        return download(reply, name, type, content);
      },
    }),
  ];
}
