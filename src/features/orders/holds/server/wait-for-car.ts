import { listingName } from '#features/catalog/listings/model/listing.ts';
import { carsOfBookings } from '#features/catalog/server/api.ts';
import type { OrderDeps } from '#features/orders/orders/server/order-deps.ts';
import { mailAddressOf } from '#features/people/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { type Queryable, withTransaction } from '#lib/server/database/postgres.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import { type Run, workInTurn } from '#lib/server/jobs/job-runs.ts';
import { composeMail, queueMail } from '#lib/server/mail/outgoing-mail.ts';
import { paths } from '#paths.ts';
import { askToWait, itemOfWaiting, markTold, nextWaiting, stopWaiting, type WaitingBuyer } from './waiting-store.ts';

/** Adds a user to the waiting list of a car. Throws unless another buyer holds the car. */
export async function waitForCar(db: Queryable, userId: number, listingId: number): Promise<void> {
  if (await askToWait(db, listingId, userId)) return;
  throw new AppError('conflict', 'not held by another buyer', { messageKey: 'orders.transfer.noWaiting' });
}

export async function leaveList(db: Queryable, userId: number, listingId: number): Promise<void> {
  await stopWaiting(db, listingId, userId);
}

/** Head start of each buyer over the next one. */
const HEAD_START_HOURS = 24;

/**
 * Emails waiting buyers that a car is free: the first one immediately, each next one a day later while the car is free. Mark and email commit
 * together, so each buyer gets one email.
 */
export async function tellWaiting(
  { payments: { pool, clock }, siteOrigin }: OrderDeps,
  onError: (error: unknown) => void,
  run?: Run,
): Promise<void> {
  await workInTurn(await nextWaiting(pool, clock.now(), HEAD_START_HOURS), {
    pool,
    queue: 'waiting buyers',
    itemOf: itemOfWaiting,
    work: (next) =>
      withTransaction(pool, async (db) => {
        if (await markTold(db, next, clock.now(), HEAD_START_HOURS)) await mailFree(db, siteOrigin, next);
      }),
    onError,
    run,
  });
}

async function mailFree(db: Queryable, site: string, { listingId, userId }: WaitingBuyer) {
  const buyer = await mailAddressOf(db, userId);
  const card = (await carsOfBookings(db, [listingId])).get(listingId);
  if (!buyer || !card) return;
  const t = recipientTranslator();
  const car = listingName(card);
  const title = t('mail.waiting', { car });
  const content = {
    title,
    paragraphs: [
      t('mail.greeting', { name: buyer.name }),
      t('mail.waiting.text', { car }),
      t('mail.waiting.next', { hours: HEAD_START_HOURS }),
    ],
    action: { label: t('mail.waiting.see'), url: site + paths.payment.replace(':id', String(listingId)) },
    footer: t('mail.footer'),
  };
  await queueMail(db, { to: buyer.email, subject: title, ...composeMail(content, t) });
}
