import { mailAddressOf } from '#features/accounts/server/api.ts';
import { lotName } from '#features/listings/model/listing-name.ts';
import { carsOfBookings } from '#features/listings/server/api.ts';
import type { OrderLife } from '#features/order-acts/model/order-life.ts';
import { isReturnAwaited } from '#features/order-acts/server/api.ts';
import { type Actor, carsOfOrders, findOrder, findOrderHold } from '#features/orders/server/api.ts';
import type { MessageKey, Translator } from '#lib/i18n/translator.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import { type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import type { Run } from '#lib/server/jobs/job-runs.ts';
import { workInTurn } from '#lib/server/jobs/leases.ts';
import { composeMail } from '#lib/server/mail/mail-layout.ts';
import { queueMail } from '#lib/server/mail/mail-outbox.ts';
import { paths } from '#paths.ts';
import type { BookingDeps } from './booking-deps.ts';
import { NOT_PAID } from './overdue-orders.ts';

const BATCH = 50;
const NEXT = statement(`select move_id as id from order_news order by move_id limit ${BATCH}`);
const TAKE = statement(`
  with news as (delete from order_news where move_id = $1 returning move_id)
  select m.order_id as "orderId", m.from_life as "from", m.to_life as "to", m.actor, m.reason
  from news join order_moves m on m.id = news.move_id`);

type Move = { from: OrderLife | null; to: OrderLife; actor: Actor['actor']; reason: string };
type News = 'held' | 'booked' | 'holdEnded' | 'canceled' | 'completed';

/** Emails sellers about status changes of their orders, oldest first. Each change is handled once. */
export async function tellSellers(
  { payments: { pool }, siteOrigin }: BookingDeps,
  onError: (error: unknown) => void,
  run?: Run,
): Promise<void> {
  await workInTurn(await rowsOf<{ id: number }>(pool, NEXT, []), {
    pool,
    queue: 'news for sellers',
    itemOf: ({ id }) => String(id),
    work: ({ id }) =>
      withTransaction(pool, async (db) => {
        const [move] = await rowsOf<Move & { orderId: number }>(db, TAKE, [id]);
        if (move) await tellSellersOf(db, siteOrigin, move.orderId, move);
      }),
    onError,
    run,
  });
}

/** Returns which email a status change sends to sellers. */
export function newsOf({ from, to }: Pick<Move, 'from' | 'to'>): News {
  if (to === 'held') return 'held';
  if (to === 'active') return 'booked';
  if (to === 'completed') return 'completed';
  return from === 'held' ? 'holdEnded' : 'canceled';
}

async function tellSellersOf(db: Queryable, site: string, orderId: number, move: Move): Promise<void> {
  const order = await findOrder(db, orderId);
  if (!order || move.actor === 'seller') return;
  const t = recipientTranslator();
  const news = newsOf(move);
  const cars = (await carsOfOrders(db, [orderId])).get(orderId) ?? [];
  for (const [sellerId, own] of Map.groupBy(cars, (car) => car.sellerId)) {
    const seller = await mailAddressOf(db, sellerId);
    const cards = await carsOfBookings(
      db,
      own.map(({ listingId }) => listingId),
    );
    if (!seller || cards.size === 0) continue;
    const subject = t(`mail.seller.${news}`, { car: lotName([...cards.values()], t) });
    const isPaid = news === 'completed';
    const content = {
      title: subject,
      paragraphs: [t('mail.greeting', { name: seller.name }), ...(await textsOf(db, orderId, order.offer, move, t))],
      action: {
        label: t(isPaid ? 'mail.seller.toPayouts' : 'mail.seller.toOrder'),
        url: site + (isPaid ? paths.myPayouts : paths.order.replace(':id', String(orderId))),
      },
      footer: t('mail.footer'),
    };
    await queueMail(db, { to: seller.email, subject, ...composeMail(content, t) });
  }
}

async function textsOf(
  db: Queryable,
  orderId: number,
  offer: 'Sell' | 'Rent',
  move: Move,
  t: Translator,
): Promise<string[]> {
  const news = newsOf(move);
  switch (news) {
    case 'held': {
      const hold = await findOrderHold(db, orderId);
      return [hold ? t('mail.seller.held.text', { time: t.utcTime(hold.until) }) : t('mail.seller.held.notElsewhere')];
    }
    case 'booked':
      return [t(`mail.seller.booked.${offer}`)];
    case 'completed':
      return [t(`mail.seller.completed.${offer}`)];
    default: {
      const isAway = news === 'canceled' && (await isReturnAwaited(db, orderId));
      return [t(whyEnded(news, move)), t(isAway ? 'mail.seller.away' : 'mail.seller.free')];
    }
  }
}

function whyEnded(news: 'holdEnded' | 'canceled', { actor, reason }: Move): MessageKey {
  if (actor === 'system' && news === 'holdEnded') return 'mail.seller.ended.noTransfer';
  if (actor === 'system') return reason === NOT_PAID ? 'mail.seller.ended.notPaid' : 'mail.seller.ended.otherwise';
  return actor === 'buyer' ? 'mail.seller.ended.byBuyer' : 'mail.seller.ended.byUs';
}
