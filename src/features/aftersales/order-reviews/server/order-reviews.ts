import type pg from 'pg';
import { orderNumber } from '#features/orders/orders/model/order.ts';
import { orderNotFound } from '#features/orders/server/api.ts';
import { answerOf } from '#features/payments/server/api.ts';
import { publicName } from '#features/people/accounts/model/public-name.ts';
import { actingAdmin, audit, mailAddressOf } from '#features/people/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { Clock } from '#lib/clock.ts';
import { type Queryable, withTransaction } from '#lib/server/database/postgres.ts';
import type { Caller, Origin } from '#lib/server/http/caller.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import { type Run, workInTurn } from '#lib/server/jobs/job-runs.ts';
import { composeMail, queueMail } from '#lib/server/mail/outgoing-mail.ts';
import { paths } from '#paths.ts';
import type { OrderReviewsResponse, SellerOrderReviews, WrittenOrderReview } from '../model/order-review-contract.ts';
import {
  type Ended,
  endOfOrder,
  insertOrderReview,
  isOrderReview,
  noteInvitation,
  type OrderReview,
  ordersToInvite,
  ratingBy,
  reviewsAboutSeller,
  reviewsOfOrder,
  setHidden,
} from './order-review-store.ts';

/** How long after the end of an order both sides can write, and a review of one side stays hidden. */
const REVIEW_DAYS = 14;
/** The newest reviews that a seller's page shows. */
const SHOWN_ORDER_REVIEWS = 5;

const DAY_MS = 86_400_000;
type Deps = { pool: pg.Pool; clock: Clock };

/**
 * Returns the reviews of an order as the caller may see them. What the other side wrote is left out until both have written or 14 days
 * have passed, for the operator too. Throws unless the caller is a side of the order.
 */
export async function readOrderReviews(
  { pool, clock }: Deps,
  caller: Caller,
  orderId: number,
): Promise<OrderReviewsResponse> {
  const { order, others, me } = await sidesFor(pool, caller, orderId);
  const until = await openUntil(pool, orderId, order, clock.now());
  const reviews = until ? await reviewsOfOrder(pool, orderId) : [];
  const pairs = await Promise.all(
    others.map(async (about) => {
      const aboutSide = about === order.buyerId ? ('buyer' as const) : ('seller' as const);
      const mine = reviews.find((review) => review.author_id === me && review.subject_id === about);
      const theirs = reviews.find((review) => review.author_id === about && review.subject_id === me && review.isShown);
      return {
        about,
        name: publicName((await mailAddressOf(pool, about))?.name ?? ''),
        about_side: aboutSide,
        about_rating: await ratingBy(pool, about, aboutSide === 'buyer' ? 'seller' : 'buyer'),
        may_write: me !== null && !mine && until !== null && clock.now() < until,
        mine: mine ? toWritten(mine) : null,
        theirs: theirs ? toWritten(theirs) : null,
      };
    }),
  );
  const shown = me === null ? reviews.filter(({ isShown, hidden_at: hidden }) => isShown || hidden !== null) : [];
  return {
    open_until: until?.toISOString() ?? null,
    pairs,
    shown: shown.map((review) => ({ ...toWritten(review), side: review.side, hidden: review.hidden_at !== null })),
  };
}

/** Writes what one side thinks of the other, once, until 14 days after the end of the order. */
export async function writeOrderReview(
  deps: Deps,
  caller: Caller,
  orderId: number,
  { about, rating, text }: { about?: number | undefined; rating: number; text: string },
): Promise<OrderReviewsResponse> {
  const { pool, clock } = deps;
  const { order, others, me } = await sidesFor(pool, { ...caller, admin: null }, orderId);
  const subject = about ?? (others.length === 1 ? others[0] : undefined);
  if (me === null || subject === undefined || !others.includes(subject)) throw orderNotFound();
  const until = await openUntil(pool, orderId, order, clock.now());
  if (until === null)
    throw new AppError('conflict', 'the order has not ended', { messageKey: 'orderReviews.tooEarly' });
  if (clock.now() >= until) throw new AppError('conflict', 'too late', { messageKey: 'orderReviews.tooLate' });
  const side = me === order.buyerId ? 'buyer' : 'seller';
  const review = { order_id: orderId, author_id: me, subject_id: subject, side, rating, text } as const;
  if (!(await insertOrderReview(pool, review)))
    throw new AppError('conflict', 'already written', { messageKey: 'orderReviews.already' });
  return readOrderReviews(deps, { ...caller, admin: null }, orderId);
}

/** What buyers wrote about a seller, for everybody. */
export async function readSellerOrderReviews(db: Queryable, sellerId: number): Promise<SellerOrderReviews> {
  const items = await reviewsAboutSeller(db, sellerId, SHOWN_ORDER_REVIEWS);
  return {
    rating: await ratingBy(db, sellerId, 'buyer'),
    items: items.map(({ author, created_at: at, ...review }) => ({
      ...review,
      author: author === null ? '' : publicName(author),
      created_at: at.toISOString(),
    })),
  };
}

/** Hides a review with a reason, or shows it again, and audits it. Throws `conflict` if that was done already. */
export function moderateOrderReview(
  pool: pg.Pool,
  adminId: number,
  id: number,
  { hide, reason }: { hide: boolean; reason: string },
  origin: Origin,
): Promise<void> {
  return withTransaction(pool, async (db) => {
    if (!(await isOrderReview(db, id)))
      throw new AppError('not_found', 'no such review', { messageKey: 'reviews.notFound' });
    if (!(await setHidden(db, id, hide ? reason : null)))
      throw new AppError('conflict', 'already done', { messageKey: 'admin.reviews.already' });
    await audit(db, origin, {
      actor: actingAdmin(adminId),
      action: hide ? 'review hidden' : 'review shown',
      subject: { kind: 'order review', id },
      details: { reason },
    });
  });
}

/** The other sides of an order for a buyer or seller; all sellers for the operator, who is no side. */
async function sidesFor(db: Queryable, { user, admin }: Caller, orderId: number) {
  const order = await endOfOrder(db, orderId);
  if (!order) throw orderNotFound();
  const sellers = order.sellerIds.filter((id) => id !== order.buyerId);
  if (user?.id === order.buyerId) return { order, others: sellers, me: user.id };
  if (user && sellers.includes(user.id)) return { order, others: [order.buyerId], me: user.id };
  if (admin) return { order, others: sellers, me: null };
  throw orderNotFound();
}

/** Until when both sides can write; null before the end, and if nothing was paid. */
async function openUntil(db: Queryable, orderId: number, { endedAt }: Ended, now: Date): Promise<Date | null> {
  if (!endedAt || (await answerOf(db, orderId, 'review', now)).answer.may !== 'yes') return null;
  return new Date(endedAt.getTime() + REVIEW_DAYS * DAY_MS);
}

function toWritten({ id, rating, text, created_at: at }: OrderReview): WrittenOrderReview {
  return { id, rating, text, created_at: at.toISOString() };
}

/** Emails both sides of orders that have ended that they can review each other, once per order. */
export async function inviteReviewers(
  { pool, siteOrigin }: { pool: pg.Pool; siteOrigin: string },
  onError: (error: unknown) => void,
  run?: Run,
): Promise<void> {
  const work = (id: number) => invite(pool, siteOrigin, id);
  await workInTurn(await ordersToInvite(pool), { pool, queue: 'review invitations', work, onError, run });
}

function invite(pool: pg.Pool, siteOrigin: string, orderId: number): Promise<void> {
  return withTransaction(pool, async (db) => {
    const order = await endOfOrder(db, orderId);
    if (!order || !(await noteInvitation(db, orderId))) return;
    const t = recipientTranslator();
    const title = t('mail.orderReview', { number: orderNumber(orderId) });
    for (const person of new Set([order.buyerId, ...order.sellerIds])) {
      const recipient = await mailAddressOf(db, person);
      if (!recipient) continue;
      const content = {
        title,
        paragraphs: [
          t('mail.greeting', { name: recipient.name }),
          t('mail.orderReview.text', { days: t.number(REVIEW_DAYS) }),
          t('mail.orderReview.hidden'),
        ],
        action: {
          label: t('mail.orderReview.write'),
          url: `${siteOrigin}${paths.order.replace(':id', String(orderId))}`,
        },
        footer: t('mail.footer'),
      };
      await queueMail(db, { to: recipient.email, subject: title, ...composeMail(content, t) });
    }
  });
}
