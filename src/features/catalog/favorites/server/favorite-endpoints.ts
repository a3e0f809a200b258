import { toCardResponse } from '#features/catalog/listings/server/listing-mapper.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { userOf } from '#lib/server/http/caller.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { favoriteCalls } from '../../catalog-calls.ts';
import { favoriteContract } from '../model/favorite-contract.ts';
import { addFavorite, findFavorites, mergeFavorites, removeFavorite } from './favorites.ts';

export function favoriteEndpoints({ pool }: { pool: Queryable }): Endpoint[] {
  const own = { access: 'user' } as const;
  return [
    endpoint(favoriteCalls.list, favoriteContract.list, {
      ...own,
      summary: 'The user’s saved cars',
      handle: async ({ caller }) => {
        const cars = await findFavorites(pool, userOf(caller).id);
        return { ids: cars.map(({ id }) => id), listings: cars.map(toCardResponse) };
      },
    }),
    endpoint(favoriteCalls.save, favoriteContract.save, {
      ...own,
      summary: 'Save a car',
      handle: async ({ params, caller }) => {
        await addFavorite(pool, userOf(caller).id, params.id);
        return { favourite: true };
      },
    }),
    endpoint(favoriteCalls.remove, favoriteContract.remove, {
      ...own,
      summary: 'Remove a saved car',
      handle: async ({ params, caller }) => {
        await removeFavorite(pool, userOf(caller).id, params.id);
        return { favourite: false };
      },
    }),
    endpoint(favoriteCalls.merge, favoriteContract.merge, {
      ...own,
      summary: 'Merge a browser’s saved cars into the account and return all saved ids',
      handle: async ({ body, caller }) => ({ ids: await mergeFavorites(pool, userOf(caller).id, body.ids) }),
    }),
  ];
}
