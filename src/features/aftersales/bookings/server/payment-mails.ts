import { orderNumber } from '#features/orders/orders/model/order.ts';
import { carsOfOrders, findOrder } from '#features/orders/server/api.ts';
import type { OrderLife } from '#features/payments/order-acts/model/order-life.ts';
import type { Payment } from '#features/payments/payments/model/payment.ts';
import { type DisputeNews, findPayment, newestRefundOf } from '#features/payments/server/api.ts';
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
