import { personOf } from '#features/accounts/server/api.ts';
import { keysOfSamePhotos } from '#features/media/server/api.ts';
import { answerAboutVin } from '#features/vehicles/server/api.ts';
import type { Clock } from '#lib/clock.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import { managedCardToWire, managedToWire } from '../model/admin-listing-mapper.ts';
import type { ModerationAnswer, ModerationQuery, ReviewAnswer } from '../model/moderation-contract.ts';
import { managedListing } from './find-admin-listings.ts';
import { countWaiting, findTwins, findWaiting, sellerHistory, waitingBehind } from './moderation-store.ts';

/** The listing that is asked for, if it waits, or the one that has waited longest, with all that a moderator decides by. */
export async function nextReview(db: Queryable, clock: Clock, asked: ModerationQuery): Promise<ModerationAnswer> {
  const [waiting, id] = await Promise.all([countWaiting(db), findWaiting(db, asked.listing)]);
  const review = id === null ? null : await reviewOf(db, clock, id);
  return { flag: '1', waiting, review };
}

async function reviewOf(db: Queryable, clock: Clock, id: number): Promise<ReviewAnswer> {
  const listing = await managedListing(db, id);
  const { userId, vin, make, year, imageKeys } = listing;
  const photos = imageKeys.filter((key) => key.startsWith('photo-'));
  const [twins, person, history, next] = await Promise.all([
    keysOfSamePhotos(db, userId, photos).then((keys) => findTwins(db, id, vin, keys)),
    personOf(db, userId),
    sellerHistory(db, userId, id),
    waitingBehind(db, id),
  ]);
  return {
    listing: managedToWire(listing),
    next,
    vin: vin === null ? null : answerAboutVin(vin, { make, year }, clock.now().getUTCFullYear()),
    twins: twins.map(({ sameVin, samePhotos, ...card }) => ({
      ...managedCardToWire(card),
      sameVin,
      samePhotos,
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
      latest: history.latest.map(managedCardToWire),
    },
  };
}
