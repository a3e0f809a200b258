import { mailAddressOf } from '#features/people/server/api.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import { composeMail } from '#lib/server/mail/mail-layout.ts';
import { queueMail } from '#lib/server/mail/mail-outbox.ts';
import { paths } from '#paths.ts';
import { type Order, orderNumber } from '../../model/order.ts';
import type { ChargeKind } from '../../model/rental-money.ts';

type MailedCharge = {
  kind: ChargeKind;
  cents: number;
  reason: string;
  fromSecurityCents: number;
  dueAt: Date;
  isCardHeld: boolean;
};

/** Emails the buyer what is charged, why, what the security deposit paid and what is left to pay. */
export async function mailCharge(db: Queryable, site: string, order: Order, charge: MailedCharge): Promise<void> {
  const t = recipientTranslator();
  const buyer = await mailAddressOf(db, order.userId);
  if (!buyer) return;
  const { kind, cents, reason, fromSecurityCents, dueAt, isCardHeld } = charge;
  const rest = cents - fromSecurityCents;
  const subject = t('mail.charge', { number: orderNumber(order.id) });
  const content = {
    title: subject,
    paragraphs: [
      t('mail.greeting', { name: buyer.name }),
      t('mail.charge.text', { what: t(`mail.charge.kind.${kind}`), amount: t.cents(cents) }),
      t('mail.charge.reason', { reason }),
      ...(fromSecurityCents > 0 ? [t('mail.charge.security', { amount: t.cents(fromSecurityCents) })] : []),
      rest > 0
        ? t('mail.charge.rest', { amount: t.cents(rest), day: t.utcDay(dueAt.toISOString()) })
        : t('mail.charge.paid'),
      ...(rest > 0 && isCardHeld ? [t('mail.charge.card')] : []),
      t('mail.charge.disagree'),
    ],
    action: { label: t('mail.charge.see'), url: site + paths.order.replace(':id', String(order.id)) },
    footer: t('mail.footer'),
  };
  await queueMail(db, { to: buyer.email, subject, ...composeMail(content, t) });
}
