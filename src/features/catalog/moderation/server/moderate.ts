import { vinResponse } from '#features/catalog/vehicles/server/vin-response.ts';
import { findProfile } from '#features/people/server/api.ts';
import { copiesOfPhotos } from '#features/site/server/api.ts';
import type { Clock } from '#lib/clock.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import type { AdminCard } from '../model/admin-listing.ts';
import type { ModerationQuery, ModerationResponse, ReviewResponse } from '../model/moderation-contract.ts';
import { toAdminCardResponse, toAdminListingResponse } from './admin-listing-mapper.ts';
import { adminListing } from './find-admin-listings.ts';
import {
  changesBySeller,
  countQueued,
  findDuplicates,
  findQueued,
  queuedBehind,
  sellerHistory,
} from './moderation-store.ts';

/** Returns the requested listing if it is in review, else the one that has waited longest. */
export async function nextReview(
  db: Queryable,
  clock: Clock,
  query: ModerationQuery,
  t: Translator,
): Promise<ModerationResponse> {
  const [waiting, id] = await Promise.all([countQueued(db), findQueued(db, query.listing)]);
  const review = id === null ? null : await reviewOf(db, clock, id, t);
  return { flag: '1', waiting, review };
}

async function reviewOf(db: Queryable, clock: Clock, id: number, t: Translator): Promise<ReviewResponse> {
  const listing = await adminListing(db, id);
  const { userId, vin, make, year, imageKeys } = listing;
  const photos = imageKeys.filter((key) => key.startsWith('photo-'));
  const [twins, person, history, next, changes] = await Promise.all([
    copiesOfPhotos(db, userId, photos).then((copies) => findDuplicates(db, id, vin, copies)),
    findProfile(db, userId),
    sellerHistory(db, userId, id),
    queuedBehind(db, id),
    changesBySeller(db, id),
  ]);
  return {
    listing: toAdminListingResponse(listing),
    next,
    changes,
    vin: vin === null ? null : vinResponse(vin, { make, year }, clock.now().getUTCFullYear(), t),
    twins: twins.map(({ sameVin, samePhotos, similarPhotos, photo, ...card }) => ({
      ...toAdminCardResponse(card),
      sameVin,
      samePhotos,
      similarPhotos,
      photo: photo === null ? null : photoOf(card, photo),
      sameSeller: card.userId === userId,
    })),
    seller: {
      id: userId,
      name: person?.name ?? '',
      email: person?.email ?? '',
      mobile: person?.mobile ?? null,
      status: person?.status ?? 'Inactive',
      since: person?.createdAt.toISOString() ?? '',
      listings: history.listings,
      latest: history.latest.map(toAdminCardResponse),
    },
  };
}

const photoOf = (card: AdminCard, key: string) =>
  toAdminCardResponse({ ...card, imageKeys: [key], imagePlaceholders: [] }).images[0] ?? null;
