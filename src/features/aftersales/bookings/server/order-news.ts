import { lotName } from '#features/catalog/listings/model/listing.ts';
import { carsOfBookings } from '#features/catalog/server/api.ts';
import { type Order, orderNumber } from '#features/orders/orders/model/order.ts';
import { carsOfOrders, findOrder, findOrderHold, mailCompleted } from '#features/orders/server/api.ts';
import { type Move, type MoveNews, newsOfMove } from '#features/payments/order-acts/model/order-life.ts';
import { destinationsOfOrder, isReturnAwaited, mailProhibited } from '#features/payments/server/api.ts';
import { mailAddressOf } from '#features/people/server/api.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { type Queryable, rowsOf, statement, withTransaction } from '#lib/server/database/postgres.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import { isNotResting, type Run, workInTurn } from '#lib/server/jobs/job-runs.ts';
import { composeMail, queueMail } from '#lib/server/mail/outgoing-mail.ts';
import { paths } from '#paths.ts';
import type { BookingDeps } from './booking-deps.ts';

const BATCH = 50;
/** A change waits while an earlier one of its order is still to be told. */
const NEXT = statement(`
  select n.move_id as id from order_news n join order_moves m on m.id = n.move_id
  where ${isNotResting('order news', 'n.move_id')} and not exists (
    select from order_news earlier join order_moves e on e.id = earlier.move_id
    where e.order_id = m.order_id and earlier.move_id < n.move_id)
  order by n.move_id limit ${BATCH}`);
const TAKE = statement(`
  with news as (delete from order_news where move_id = $1 returning move_id)
  select m.order_id as "orderId", m.from_life as "from", m.to_life as "to", m.actor, m.reason
  from news join order_moves m on m.id = news.move_id`);

/**
 * Emails the parties of orders about changes of their lives, oldest first: sellers of each, the buyer of the completion, the office if a buyer
 * ordered a car that is prohibited where it goes. Emails about other changes are queued in the transaction of the change. Each change is handled
 * once.
 */
export async function tellOrderNews(deps: BookingDeps, onError: (error: unknown) => void, run?: Run): Promise<void> {
  const { pool } = deps.payments;
  const next = () => rowsOf<{ id: number }>(pool, NEXT, []);
  // What fails rests, so it is not among the next.
  for (let news = await next(); news.length > 0 && !run?.stopping.aborted; news = await next())
    await workInTurn(news, {
      pool,
      queue: 'order news',
      itemOf: ({ id }) => String(id),
      work: ({ id }) => tellMove(deps, id),
      onError,
      run,
    });
}

function tellMove({ payments: { pool, clock }, siteOrigin }: BookingDeps, id: number): Promise<void> {
  return withTransaction(pool, async (db) => {
    const [move] = await rowsOf<Move & { orderId: number }>(db, TAKE, [id]);
    const order = move && (await findOrder(db, move.orderId));
    if (!order) return;
    await tellSellers(db, siteOrigin, order, move);
    const news = newsOfMove(move);
    if (news === 'completed') await mailCompleted(db, { siteOrigin }, order, clock.now());
    if (news === 'held' || news === 'booked') await tellOffice(db, siteOrigin, order);
  });
}

/** Tells the office of cars that the checkout refused until the buyer declared for whom they are. */
async function tellOffice(db: Queryable, siteOrigin: string, { id }: Order): Promise<void> {
  const order = { siteOrigin, id, number: orderNumber(id) };
  await mailProhibited(db, order, 'checkout', await destinationsOfOrder(db, id));
}

async function tellSellers(db: Queryable, site: string, order: Order, move: Move): Promise<void> {
  const t = recipientTranslator();
  const news = newsOfMove(move);
  const cars = (await carsOfOrders(db, [order.id])).get(order.id) ?? [];
  for (const [sellerId, own] of Map.groupBy(cars, (car) => car.sellerId)) {
    const seller = await mailAddressOf(db, sellerId);
    const cards = await carsOfBookings(
      db,
      own.map(({ listingId }) => listingId),
    );
    if (!seller || cards.size === 0) continue;
    const subject = t(sellerMailOf(news), { car: lotName([...cards.values()], t) });
    const isPaid = news === 'completed';
    const content = {
      title: subject,
      paragraphs: [t('mail.greeting', { name: seller.name }), ...(await textsOf(db, order, news, t))],
      action: {
        label: t(isPaid ? 'mail.seller.toPayouts' : 'mail.seller.toOrder'),
        url: site + (isPaid ? paths.myPayouts : paths.order.replace(':id', String(order.id))),
      },
      footer: t('mail.footer'),
    };
    await queueMail(db, { to: seller.email, subject, ...composeMail(content, t) });
  }
}

/** Returns the subject of the email that a change sends to sellers. */
function sellerMailOf(news: MoveNews) {
  if (news === 'held' || news === 'hold_revived') return 'mail.seller.held';
  if (news === 'booked' || news === 'booked_by_transfer') return 'mail.seller.booked';
  if (news === 'held_again') return 'mail.seller.undone';
  if (news === 'completed') return 'mail.seller.completed';
  return news === 'hold_lapsed' || news === 'hold_canceled' ? 'mail.seller.holdEnded' : 'mail.seller.canceled';
}

async function textsOf(db: Queryable, { id, offer }: Order, news: MoveNews, t: Translator): Promise<string[]> {
  switch (news) {
    case 'held':
    case 'hold_revived': {
      const hold = await findOrderHold(db, id);
      return [hold ? t('mail.seller.held.text', { time: t.utcTime(hold.until) }) : t('mail.seller.held.notElsewhere')];
    }
    case 'held_again':
      return [t('mail.seller.undone.text', { number: orderNumber(id) })];
    case 'booked':
    case 'booked_by_transfer':
      return [t(`mail.seller.booked.${offer}`)];
    case 'completed':
      return [t(`mail.seller.completed.${offer}`)];
    case 'hold_canceled':
    case 'hold_lapsed':
      return [t(`shipments.seller.ended.${news}`), t('mail.seller.free')];
    default:
      return [
        t(`shipments.seller.ended.${news}`),
        t((await isReturnAwaited(db, id)) ? 'mail.seller.away' : 'mail.seller.free'),
      ];
  }
}
