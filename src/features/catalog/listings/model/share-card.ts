import { href } from '#lib/api-client/api-call.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { listingCalls } from '../../catalog-calls.ts';
import { listingName } from './listing.ts';
import type { CardResponse } from './listing-contract.ts';
import { isDrawing } from './picture-source.ts';

const CARD_SIZE = { width: 1200, height: 630 } as const;
/** Version of the card design. Increment it to change the URL of every card. */
const DESIGN = 2;

/**
 * The picture for link previews of a car. Its URL changes with the car, so it can be cached.
 * @param place the destination whose light and landed cost it shows, with the version of what they rest on
 */
export function shareCard(origin: string, car: CardResponse, t: Translator, place?: string) {
  const file = cardFile(car.listing_id, new Date(car.date_updated), place);
  const name = listingName(car);
  const alt = car.images[0] && isDrawing(car.images[0].url) ? t('cars.drawing.alt', { picture: name }) : name;
  return { url: origin + href(listingCalls.shareCard, { params: { file } }), ...CARD_SIZE, alt };
}

/** Returns the file name of a card: the listing id, a version of its content, and its destination if it has one. */
export function cardFile(id: number, updatedAt: Date, place?: string): string {
  return `${id}-${DESIGN}${updatedAt.getTime().toString(36)}${place ? `.${place}` : ''}.jpg`;
}

/** Returns the part of a file name that names the destination. */
export const placeInCardFile = (file: string) => /^[^.]*\.(.+)\.jpg$/.exec(file)?.[1];
