import { cardToWire, listingToWire } from './listing-wire.ts';
import type { ManagedCardAnswer, ManagedListingAnswer } from './managed-contract.ts';
import type { ManagedCard } from './managed-listing.ts';
import type { WholeListing } from './sell-facts.ts';

export function managedCardToWire(card: ManagedCard): ManagedCardAnswer {
  return { ...cardToWire(card), user_id: card.userId, state: card.status, version: card.version };
}

export function managedToWire(listing: WholeListing): ManagedListingAnswer {
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
