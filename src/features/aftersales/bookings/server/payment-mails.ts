import type { Booking } from '#features/aftersales/bookings/model/booking.ts';
import { orderNumber } from '#features/orders/orders/model/order.ts';
import { reducedItems } from '#features/orders/orders/model/payment-plan.ts';
import {
  carsOfOrders,
  findOrder,
  lockOrder,
  planOfOrder,
  returnSurplus,
  revisePlan,
} from '#features/orders/server/api.ts';
import type { OrderLife } from '#features/payments/order-acts/model/order-life.ts';
import type { Payment } from '#features/payments/payments/model/payment.ts';
import {
  changeFee,
  type DisputeNews,
  feeChangeOf,
  findPayment,
  newestRefundOf,
  nextFeesOf,
  rentalTimesOf,
} from '#features/payments/server/api.ts';
import { mailAddressOf } from '#features/people/server/api.ts';
import { peopleToTell } from '#features/site/server/api.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import { composeMail, queueMail } from '#lib/server/mail/outgoing-mail.ts';
import { paths } from '#paths.ts';

type Recipient = { party: 'office' | 'buyer' | 'seller'; name: string; email: string };

/**
 * Emails finance that a dispute at the provider begins or ends, and buyer and sellers of the order too, unless the bank only asked: no money
 * has moved then.
 */
export async function mailDispute(db: Queryable, site: string, payment: Payment, news: DisputeNews): Promise<void> {
  const t = recipientTranslator();
  const { orderId, transactionId } = payment;
  const order = orderId === null ? transactionId : orderNumber(orderId);
  const life = orderId === null ? null : ((await findOrder(db, orderId))?.life ?? null);
  for (const { party, name, email } of await recipientsOf(db, payment, news)) {
    const subject = t(`mail.dispute.${news.step}`, { order });
    const content = {
      title: subject,
      paragraphs: [
        t('mail.greeting', { name }),
        textOf(party, news, order, t),
        ...(party === 'buyer' && news.step === 'lost' ? whatIsLeftOf(life, t) : []),
        ...deadlineOf(party, news, t),
      ],
      ...(orderId !== null && { action: { label: t('mail.dispute.see'), url: site + pageOf(party, orderId) } }),
      footer: t(party === 'office' ? 'mail.footer.office' : 'mail.footer'),
    };
    await queueMail(db, { to: email, subject, ...composeMail(content, t) });
  }
}

function textOf(party: Recipient['party'], { step, cents, lostCents }: DisputeNews, order: string, t: Translator) {
  const facts = { order, amount: t.cents(cents), lost: t.cents(lostCents) };
  if (step === 'asked' || step === 'askedEnded') return t(`mail.dispute.${step}.text`, facts);
  return t(`mail.dispute.${step}.${party}`, facts);
}

/** What becomes of the order of a payment that its buyer got back from the bank. */
function whatIsLeftOf(life: OrderLife | null, t: Translator): string[] {
  if (life === 'active') return [t('mail.dispute.lost.open')];
  return life === 'cancelled' ? [t('mail.dispute.lost.ended')] : [];
}

/** Only the office sends evidence to the provider. */
function deadlineOf(party: Recipient['party'], { step, evidenceDueAt }: DisputeNews, t: Translator): string[] {
  if (party !== 'office' || (step !== 'asked' && step !== 'opened')) return [];
  return [evidenceDueAt ? t('mail.dispute.until', { time: t.utcTime(evidenceDueAt) }) : t('mail.dispute.noDeadline')];
}

function pageOf(party: Recipient['party'], orderId: number): string {
  if (party === 'office') return `${paths.adminOrders}?view=${orderId}`;
  return party === 'buyer' ? paths.order.replace(':id', String(orderId)) : paths.myPayouts;
}

async function recipientsOf(db: Queryable, { orderId, userId }: Payment, { step }: DisputeNews): Promise<Recipient[]> {
  const people: Recipient[] = (await peopleToTell(db)).map((person) => ({ party: 'office', ...person }));
  if (step === 'asked' || step === 'askedEnded') return people;
  const cars = orderId === null ? [] : ((await carsOfOrders(db, [orderId])).get(orderId) ?? []);
  const add = async (party: Recipient['party'], id: number) => {
    const person = await mailAddressOf(db, id);
    if (person) people.push({ party, ...person });
  };
  await add('buyer', userId);
  for (const seller of new Set(cars.map(({ sellerId }) => sellerId))) await add('seller', seller);
  return people;
}

/** Emails the buyer that finance has sent back a transfer. No-op for other payments, which the provider refunds. */
export async function mailRefundSent(db: Queryable, site: string, paymentId: number): Promise<void> {
  const payment = await findPayment(db, paymentId);
  const refund = await newestRefundOf(db, paymentId, 'sent');
  if (payment?.method !== 'bank_transfer' || !refund) return;
  await mailPayer(db, site, payment, (t, number) => {
    const values = { amount: t.cents(refund.amount_cents), number, end: refund.account_end ?? '' };
    return {
      title: t('mail.transfer.refundSent', values),
      paragraphs: [
        t(refund.to_payer ? 'mail.transfer.refundSent.payer' : 'mail.transfer.refundSent.text', values),
        ...(refund.reference ? [t('mail.transfer.refundSent.reference', { reference: refund.reference })] : []),
        t('mail.transfer.refundSent.days'),
        t('mail.booking.write', { number, address: site + paths.contact }),
      ],
    };
  });
}

/** Emails the buyer that the bank returned the transfer of a refund. */
export async function mailRefundReturned(db: Queryable, site: string, payment: Payment): Promise<void> {
  const refund = await newestRefundOf(db, payment.id, 'failed');
  if (!refund) return;
  await mailPayer(db, site, payment, (t, number) => {
    const values = { amount: t.cents(refund.amount_cents), number };
    return {
      title: t('mail.transfer.refundReturned', values),
      paragraphs: [
        t('mail.transfer.refundReturned.text', values),
        t('mail.transfer.refundReturned.check', { address: site + paths.payoutAccount }),
      ],
    };
  });
}

/** No-op if the account was closed, because closing erases the address. */
async function mailPayer(
  db: Queryable,
  site: string,
  { orderId, userId, contactEmail }: Payment,
  write: (t: Translator, number: string) => { title: string; paragraphs: string[] },
): Promise<void> {
  if (orderId === null || contactEmail === '') return;
  const t = recipientTranslator();
  const { title, paragraphs } = write(t, orderNumber(orderId));
  const buyer = await mailAddressOf(db, userId);
  const content = {
    title,
    paragraphs: [...(buyer ? [t('mail.greeting', { name: buyer.name })] : []), ...paragraphs],
    action: { label: t('mail.transfer.see'), url: site + paths.order.replace(':id', String(orderId)) },
    footer: t('mail.footer'),
  };
  await queueMail(db, { to: contactEmail, subject: title, ...composeMail(content, t) });
}

type Due = { dueAt: Date; timeZone: string };

/**
 * Takes the registration fee off a rental that was just booked if another one carries it, because both were paid together or the client adds it to
 * every rental. Adds it if the rental that carried it was canceled during the payment.
 */
export async function settleFeeOfBooked(db: Queryable, site: string, { id, userId, quote }: Payment): Promise<void> {
  if (quote?.offer !== 'Rent') return;
  const payment = await findPayment(db, id);
  const orderId = payment?.orderId ?? null;
  if (!payment || orderId === null) return;
  const cents = await feeChangeOf(db, orderId, payment.createdAt);
  const times = cents === 0 ? null : await rentalTimesOf(db, orderId);
  if (!times) return;
  const due = { dueAt: new Date(times.pick_up_at), timeZone: times.time_zone };
  await change(db, site, { orderId, userId, cents, due });
}

/** Moves the registration fee of a canceled rental to another live one of its renter. The caller holds the lock of the renter. */
export async function moveFeeOfCanceled(db: Queryable, site: string, { orderId, userId }: Booking, now: Date) {
  const find = async () => (await nextFeesOf(db, [orderId], now)).get(orderId);
  let next = await find();
  // If that rental is completed meanwhile, it cannot take the fee, but another one may.
  for (let locked = 0; next && next.orderId !== locked; next = await find()) {
    locked = next.orderId;
    await lockOrder(db, locked);
  }
  if (!next) return;
  const { orderId: nextOrder, feeCents: cents, dueAt, timeZone } = next;
  await change(db, site, { orderId: nextOrder, userId, cents, due: { dueAt, timeZone } });
}

type Change = { orderId: number; userId: number; cents: number; due: Due };

/** Changes the fee and the balance of a rental, refunds the amount paid beyond the new price, and emails the renter. */
async function change(db: Queryable, site: string, { orderId, userId, cents, due }: Change): Promise<void> {
  await lockOrder(db, orderId);
  const items = await planOfOrder(db, orderId);
  await changeFee(db, orderId, cents);
  await revisePlan(db, orderId, cents > 0 ? raised(items, cents, due) : lowered(items, -cents));
  if (cents < 0) await returnSurplus(db, orderId);
  const t = recipientTranslator();
  const to = await mailAddressOf(db, userId);
  if (!to) return;
  const amount = t.cents(Math.abs(cents));
  const title = t(cents > 0 ? 'mail.fee.more' : 'mail.fee.less', { number: orderNumber(orderId) });
  const content = {
    title,
    paragraphs: [
      t('mail.greeting', { name: to.name }),
      cents > 0
        ? t('mail.fee.moreText', { amount, due: t.localTime(due.dueAt, due.timeZone) })
        : t('mail.fee.lessText', { amount }),
    ],
    action: { label: t('mail.transfer.see'), url: site + paths.order.replace(':id', String(orderId)) },
    footer: t('mail.footer'),
  };
  await queueMail(db, { to: to.email, subject: title, ...composeMail(content, t) });
}

type Items = Awaited<ReturnType<typeof planOfOrder>>;
const lowered = (items: Items, cents: number) =>
  reducedItems(items, cents).filter(({ amountCents }) => amountCents > 0);

/** The fee is part of the balance. That is due at the pick-up, or at the return of a car that is out. */
function raised(items: Items, cents: number, { dueAt }: Due) {
  const at = items.findIndex(({ kind }) => kind === 'balance');
  if (at < 0) return [...items, { kind: 'balance' as const, amountCents: cents, dueAt }];
  return items.map((item, index) => (index === at ? { ...item, amountCents: item.amountCents + cents, dueAt } : item));
}
