import type { RelatedCar } from '#features/catalog/listings/model/criteria/related-cars.ts';
import type { Listing, ListingCard } from '#features/catalog/listings/model/listing.ts';
import { cardResponse, listingResponse, relatedResponse } from '#features/catalog/listings/model/listing-contract.ts';
import { toCardResponse, toListingResponse } from '#features/catalog/listings/server/listing-mapper.ts';
import { serializerOf } from '#lib/server/http/schema-compilers.ts';

const writeCard = serializerOf(cardResponse);
const writeDetail = serializerOf(listingResponse);
const writeRelated = serializerOf(relatedResponse.element);

export const cardJson = (card: ListingCard): string => writeCard(toCardResponse(card));

export const detailJson = (car: Listing): string => writeDetail(toListingResponse(car));

export const relatedJson = (car: RelatedCar): string =>
  writeRelated({ ...toCardResponse(car), score: car.score, tags: car.tags });
