import type { WholeListing } from '#features/listings/model/listing-facts.ts';
import { cardToWire, listingToWire } from '#features/listings/model/listing-mapper.ts';
import type { AdminCard } from './admin-listing.ts';
import type { ManagedCardAnswer, ManagedListingAnswer } from './admin-listing-contract.ts';

export function adminCardToWire(card: AdminCard): ManagedCardAnswer {
  return { ...cardToWire(card), user_id: card.userId, state: card.status, version: card.version };
}

export function adminListingToWire(listing: WholeListing): ManagedListingAnswer {
  return {
    ...listingToWire(listing),
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
