import { z } from 'zod';
import { cardAnswer, listingParams } from '#features/listings/model/listing-contract.ts';
import type { CallContract } from '#lib/api-client/api-call.ts';
import { MAX_FAVORITES } from './favorites.ts';

export const mergeBody = z.object({
  ids: z.array(z.int().positive()).max(MAX_FAVORITES).describe('The order in which the cars were saved.'),
});

export const favouriteAnswer = z.object({ favourite: z.boolean() });
export const favouriteIdsAnswer = z.object({ ids: z.array(z.int()).describe('Newest first.') });
export const favouritesAnswer = favouriteIdsAnswer.extend({ listings: z.array(cardAnswer) });

export type FavouriteIdsAnswer = z.output<typeof favouriteIdsAnswer>;
export type FavouritesAnswer = z.output<typeof favouritesAnswer>;

export const favoriteContract = {
  list: { responses: { 200: favouritesAnswer } },
  save: { params: listingParams, responses: { 200: favouriteAnswer } },
  remove: { params: listingParams, responses: { 200: favouriteAnswer } },
  merge: { body: mergeBody, responses: { 200: favouriteIdsAnswer } },
} satisfies Record<string, CallContract>;
