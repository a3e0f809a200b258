import type { WholeListing } from '#features/catalog/listings/model/listing-facts.ts';
import { toCardResponse, toListingResponse } from '#features/catalog/listings/server/listing-mapper.ts';
import type { AdminCard } from '../model/admin-listing.ts';
import type { AdminCardResponse, AdminListingResponse } from '../model/admin-listing-contract.ts';

export function toAdminCardResponse(card: AdminCard): AdminCardResponse {
  return { ...toCardResponse(card), user_id: card.userId, state: card.status, version: card.version };
}

export function toAdminListingResponse(listing: WholeListing): AdminListingResponse {
  return {
    ...toListingResponse(listing),
    user_id: listing.userId,
    state: listing.status,
    version: listing.version,
    reasons: listing.reasons,
    odometer: listing.mileage,
    contactMethods: listing.contactMethods,
    availability: listing.availability,
    responseTime: listing.responseTime,
  };
}
