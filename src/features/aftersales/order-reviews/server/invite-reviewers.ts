import type pg from 'pg';
import { orderNumber } from '#features/orders/orders/model/order.ts';
import { mailAddressOf } from '#features/people/server/api.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import type { Run } from '#lib/server/jobs/job-runs.ts';
import { workInTurn } from '#lib/server/jobs/leases.ts';
import { composeMail } from '#lib/server/mail/mail-layout.ts';
import { queueMail } from '#lib/server/mail/mail-outbox.ts';
import { paths } from '#paths.ts';
import { REVIEW_DAYS } from '../model/order-review.ts';
import { endOfOrder, noteInvitation, ordersToInvite } from './order-review-store.ts';

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
