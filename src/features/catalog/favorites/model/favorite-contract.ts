import { z } from 'zod';
import { cardResponse, listingParams } from '#features/catalog/listings/model/listing-contract.ts';
import type { CallContract } from '#lib/api-client/api-call.ts';
import { MAX_FAVORITES } from './favorites.ts';

const mergeBody = z.object({
  ids: z.array(z.int().positive()).max(MAX_FAVORITES).describe('In the order in which the cars were saved.'),
});

const favoriteResponse = z.object({ favourite: z.boolean() });
const favoriteIdsResponse = z.object({ ids: z.array(z.int()).describe('Newest first.') });
const favoritesResponse = favoriteIdsResponse.extend({ listings: z.array(cardResponse) });

export type FavoriteIdsResponse = z.output<typeof favoriteIdsResponse>;

export const favoriteContract = {
  list: { responses: { 200: favoritesResponse } },
  save: { params: listingParams, responses: { 200: favoriteResponse } },
  remove: { params: listingParams, responses: { 200: favoriteResponse } },
  merge: { body: mergeBody, responses: { 200: favoriteIdsResponse } },
} satisfies Record<string, CallContract>;
