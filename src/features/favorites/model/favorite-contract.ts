import { z } from 'zod';
import { cardAnswer } from '#features/listings/model/listing-contract.ts';
import { MAX_FAVORITES } from './favorites.ts';

export const mergeBody = z.object({
  ids: z.array(z.int().positive()).max(MAX_FAVORITES).describe('The order in which the cars were saved.'),
});

export const favouriteAnswer = z.object({ favourite: z.boolean() });
export const favouriteIdsAnswer = z.object({ ids: z.array(z.int()).describe('Newest first.') });
export const favouritesAnswer = favouriteIdsAnswer.extend({ listings: z.array(cardAnswer) });

export type FavouriteIdsAnswer = z.output<typeof favouriteIdsAnswer>;
export type FavouritesAnswer = z.output<typeof favouritesAnswer>;
