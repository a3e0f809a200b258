import { href } from '#lib/api-client/api-call.ts';
import { listingCalls } from './listing-calls.ts';
import type { CardResponse } from './listing-contract.ts';
import { listingName } from './listing-name.ts';

const CARD_SIZE = { width: 1200, height: 630 } as const;
/** Moves the address of every card, for when they are drawn in another way. */
const DRAWING = 1;

/** The picture that shared links to a car show. A changed car has another address, so a card may be kept for good. */
export function shareCard(origin: string, car: CardResponse) {
  const file = cardFile(car.listing_id, new Date(car.date_updated));
  return { url: origin + href(listingCalls.shareCard, { params: { file } }), ...CARD_SIZE, alt: listingName(car) };
}

/** The last piece of a card's address: the car, and the state of it that the card shows. */
export function cardFile(id: number, updatedAt: Date): string {
  return `${id}-${DRAWING}${updatedAt.getTime().toString(36)}.jpg`;
}
