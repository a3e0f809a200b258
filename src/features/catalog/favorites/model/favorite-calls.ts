import { callsOf } from '#lib/api-client/api-call.ts';
import type { favoriteContract } from './favorite-contract.ts';

export const favoriteCalls = callsOf<typeof favoriteContract>({
  list: 'GET /api/favourites',
  save: 'PUT /api/favourites/:id',
  remove: 'DELETE /api/favourites/:id',
  merge: 'POST /api/favourites/merge',
});
