import type { RelatedCar } from '#features/listings/model/criteria/related-cars.ts';
import type { ListingCard } from '#features/listings/model/listing.ts';
import { cardResponse, relatedResponse } from '#features/listings/model/listing-contract.ts';
import { toCardResponse } from '#features/listings/server/api.ts';
import { serializerOf } from '#lib/server/http/schema-compilers.ts';

const writeCard = serializerOf(cardResponse);
const writeRelated = serializerOf(relatedResponse.element);

export const cardJson = (card: ListingCard): string => writeCard(toCardResponse(card));

export const relatedJson = (car: RelatedCar): string =>
  writeRelated({ ...toCardResponse(car), score: car.score, tags: car.tags });
