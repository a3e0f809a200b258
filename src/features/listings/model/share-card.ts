import { href } from '#lib/api-client/api-call.ts';
import { listingCalls } from './listing-calls.ts';
import type { CardResponse } from './listing-contract.ts';
import { listingName } from './listing-name.ts';

const CARD_SIZE = { width: 1200, height: 630 } as const;
/** Version of the card design. Increment it to change the URL of every card. */
const DRAWING = 1;

/** The picture for link previews of a car. Its URL changes with the car, so it can be cached. */
export function shareCard(origin: string, car: CardResponse) {
  const file = cardFile(car.listing_id, new Date(car.date_updated));
  return { url: origin + href(listingCalls.shareCard, { params: { file } }), ...CARD_SIZE, alt: listingName(car) };
}

/** Returns the file name of a card: the listing id and a version of its content. */
export function cardFile(id: number, updatedAt: Date): string {
  return `${id}-${DRAWING}${updatedAt.getTime().toString(36)}.jpg`;
}
