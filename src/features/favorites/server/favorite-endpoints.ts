import { listingParams } from '#features/listings/model/listing-contract.ts';
import { cardToWire } from '#features/listings/model/listing-mapper.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import { userOf } from '#lib/server/http/caller.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { favouriteAnswer, favouriteIdsAnswer, favouritesAnswer, mergeBody } from '../model/favorite-contract.ts';
import { addFavorite, findFavorites, mergeFavorites, removeFavorite } from './sync-favorites.ts';

/** The calls about the cars that a user has saved. */
export function favoriteEndpoints({ pool }: { pool: Queryable }): Endpoint[] {
  const own = { tag: 'Favourites', access: 'user' } as const;
  return [
    endpoint({
      ...own,
      method: 'GET',
      path: '/favourites',
      summary: 'The cars that the user has saved',
      answer: favouritesAnswer,
      handle: async ({ caller }) => {
        const cars = await findFavorites(pool, userOf(caller).id);
        return { ids: cars.map(({ id }) => id), listings: cars.map(cardToWire) };
      },
    }),
    endpoint({
      ...own,
      method: 'PUT',
      path: '/favourites/:id',
      summary: 'Save a car',
      params: listingParams,
      answer: favouriteAnswer,
      handle: async ({ params, caller }) => {
        await addFavorite(pool, userOf(caller).id, params.id);
        return { favourite: true };
      },
    }),
    endpoint({
      ...own,
      method: 'DELETE',
      path: '/favourites/:id',
      summary: 'Save a car no longer',
      params: listingParams,
      answer: favouriteAnswer,
      handle: async ({ params, caller }) => {
        await removeFavorite(pool, userOf(caller).id, params.id);
        return { favourite: false };
      },
    }),
    endpoint({
      ...own,
      method: 'POST',
      path: '/favourites/merge',
      summary: 'Add the cars that a browser has saved; without any, just tell which are saved',
      body: mergeBody,
      answer: favouriteIdsAnswer,
      handle: async ({ body, caller }) => ({ ids: await mergeFavorites(pool, userOf(caller).id, body.ids) }),
    }),
  ];
}
