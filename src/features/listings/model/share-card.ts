import { href } from '#lib/api-client/api-call.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { listingCalls } from './listing-calls.ts';
import type { CardResponse } from './listing-contract.ts';
import { listingName } from './listing-name.ts';
import { isDrawing } from './picture-source.ts';

const CARD_SIZE = { width: 1200, height: 630 } as const;
/** Version of the card design. Increment it to change the URL of every card. */
const DESIGN = 2;

/** The picture for link previews of a car. Its URL changes with the car, so it can be cached. */
export function shareCard(origin: string, car: CardResponse, t: Translator) {
  const file = cardFile(car.listing_id, new Date(car.date_updated));
  const name = listingName(car);
  const alt = car.images[0] && isDrawing(car.images[0].url) ? t('cars.drawing.alt', { picture: name }) : name;
  return { url: origin + href(listingCalls.shareCard, { params: { file } }), ...CARD_SIZE, alt };
}

/** Returns the file name of a card: the listing id and a version of its content. */
export function cardFile(id: number, updatedAt: Date): string {
  return `${id}-${DESIGN}${updatedAt.getTime().toString(36)}.jpg`;
}
