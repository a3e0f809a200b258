import { orderNumber } from '#features/orders/orders/model/order.ts';
import type { Payment } from '#features/payments/payments/model/payment.ts';
import { findPayment, newestRefundOf } from '#features/payments/server/api.ts';
import { mailAddressOf } from '#features/people/server/api.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import { composeMail } from '#lib/server/mail/mail-layout.ts';
import { queueMail } from '#lib/server/mail/mail-outbox.ts';
import { paths } from '#paths.ts';

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
