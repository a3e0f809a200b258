import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import { listingName } from '#features/catalog/listings/model/listing.ts';
import { DRAWING_KEY } from '#features/site/media/model/picture-variant.ts';
import type { CardContent, CardNote, MediaDeps } from '#features/site/server/api.ts';
import { fileResponse } from '#lib/contract-parts.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { amountOf } from '#lib/money.ts';
import { PRODUCT_NAME } from '#lib/product.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { withError } from '#lib/server/http/call-endpoint.ts';
import { networkOf } from '#lib/server/http/client-network.ts';
import { methodAndPath, pathAliases } from '#lib/server/http/endpoint.ts';
import { requestTranslator } from '#lib/server/i18n/languages.ts';
import { listingCalls } from '../../catalog-calls.ts';
import type { Listing } from '../model/listing.ts';
import { cardParams } from '../model/listing-contract.ts';
import { inMiles } from '../model/mileage.ts';
import { cardFile, placeInCardFile } from '../model/share-card.ts';
import { findPublicListing } from './find-public-listing.ts';

const CACHE_BYTES = 24 * 1024 * 1024;
const A_WEEK = 'public, max-age=604800';
/** Picture for a car without photos; it shows no car. */
const NO_PICTURE = 'scene-empty-quay';

/** What a card says about a destination, and the part of its file name that names it. */
export type PlaceOnCard = { place: string; note: CardNote };

type Needs = {
  reads: Queryable;
  media: Pick<MediaDeps, 'renderer' | 'workers'>;
  /** Answers for the destination that a file name names; null for a destination without rules. */
  placeOf(part: string, car: Listing, t: Translator): Promise<PlaceOnCard | null>;
};

/**
 * GET /api/media/cards/{file}: the picture for link previews of a car. Outdated file names redirect to the current
 * card. Only a card whose name has a destination shows one.
 */
export function registerShareCards(app: FastifyInstance, { reads, media, placeOf }: Needs): void {
  const cache = new LRUCache<string, Buffer>({ maxSize: CACHE_BYTES, sizeCalculation: (card) => card.length });
  const pending = new Map<string, Promise<Buffer>>();
  const cardOf = async (file: string, car: Listing, note: CardNote | null, t: Translator, client: string) => {
    const key = `${t.locale}/${file}`;
    const known = cache.get(key) ?? pending.get(key);
    if (known) return known;
    const drawing = media.workers.card(() => contentOf(car, note, media, t), client).finally(() => pending.delete(key));
    pending.set(key, drawing);
    const card = await drawing;
    cache.set(key, card);
    return card;
  };
  for (const [alias, url] of pathAliases(methodAndPath(listingCalls.shareCard).path).entries()) {
    app.get(url, {
      schema: {
        summary: 'Link preview picture of a car',
        params: cardParams,
        tags: ['catalog'],
        hide: alias > 0,
        response: withError({ 200: fileResponse }),
      },
      handler: async (request, reply) => {
        const requested = (request.params as z.output<typeof cardParams>).file;
        const car = await findPublicListing(reads, Number.parseInt(requested, 10));
        const t = requestTranslator(request);
        const part = placeInCardFile(requested);
        const to = part && car.offer === 'Sell' ? await placeOf(part, car, t) : null;
        const file = cardFile(car.id, car.updatedAt, to?.place);
        if (requested !== file) return reply.header('cache-control', 'no-cache').redirect(file, 302);
        return reply
          .headers({ 'cache-control': A_WEEK, 'cross-origin-resource-policy': 'cross-origin' })
          .type('image/jpeg')
          .send(await cardOf(file, car, to?.note ?? null, t, networkOf(request.ip)));
      },
    });
  }
}

async function contentOf(
  car: Listing,
  note: CardNote | null,
  { renderer }: Needs['media'],
  t: Translator,
): Promise<CardContent> {
  const key = car.imageKeys[0] ?? '';
  const own = key === '' ? null : await renderer.original(key);
  const picture = own ?? (await renderer.original(NO_PICTURE));
  if (!picture) throw new Error(`cannot draw a share card: picture ${NO_PICTURE} is missing`);
  const text = {
    mark: own && DRAWING_KEY.test(key) ? `${PRODUCT_NAME} · ${t('cars.drawing')}` : PRODUCT_NAME,
    title: listingName(car),
    figure: figureOf(car, t),
    line: car.mileage ? t('cars.miles', { miles: inMiles(car.mileage) }) : '',
  };
  return { picture, text, note };
}

/** The price, or the status of a car that is sold or rented. */
function figureOf({ status, offer, priceCents }: Listing, t: Translator): string {
  if (status === 'sold' || status === 'rented') return t(`car.status.${status}`);
  const price = t.price(amountOf(priceCents));
  return offer === 'Rent' ? price + t('cars.perDay') : price;
}
