import { orderNumber } from '#features/orders/orders/model/order.ts';
import { carsOfOrders, findOrder } from '#features/orders/server/api.ts';
import type { OrderLife } from '#features/payments/order-acts/model/order-life.ts';
import type { Payment } from '#features/payments/payments/model/payment.ts';
import type { DisputeNews } from '#features/payments/server/api.ts';
import { mailAddressOf } from '#features/people/server/api.ts';
import { peopleToTell } from '#features/site/server/api.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import { composeMail } from '#lib/server/mail/mail-layout.ts';
import { queueMail } from '#lib/server/mail/mail-outbox.ts';
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
