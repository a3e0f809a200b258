import type { Listing } from '#features/catalog/listings/model/listing.ts';
import type { PlaceOnCard } from '#features/catalog/listings/server/share-card-routes.ts';
import { readDestination, writeDestination } from '#features/customs/import-rules/model/destination.ts';
import { firstPortOf, portsOf } from '#features/customs/import-rules/model/ports.ts';
import { assess, type ImportDeps, todayOf } from '#features/customs/server/api.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { landedText, placeOfCard, writeCardPlace } from '../model/landed-text.ts';
import { landedItem } from './landed-cost-responses.ts';

/** Answers what a share card says about a destination. The returned name changes with the rules and the day. */
export function placeOnCard({ rules, clock }: ImportDeps) {
  return async (part: string, car: Listing, t: Translator): Promise<PlaceOnCard | null> => {
    const named = readDestination(placeOfCard(part));
    const book = await rules.book();
    const today = todayOf(clock);
    if (named === null || book.prepared(named.country, today) === null) return null;
    const { country, buyer } = named;
    const port = portsOf(country).some(({ code }) => code === named.port) ? named.port : null;
    const journey = { mode: 'roro', port: port ?? firstPortOf(country) } as const;
    const item = landedItem(assess(book, { country, buyer }, today, journey), car, journey, t);
    const { light } = item;
    return {
      place: writeCardPlace({
        place: writeDestination({ country, port, city: null, buyer }),
        version: book.version,
        today,
      }),
      note: {
        light,
        verdict: t('shipTo.card', { country: t.region(country), light: t(`shipTo.light.${light}`) }),
        cost: landedText(item, t),
      },
    };
  };
}
