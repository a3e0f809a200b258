import { payoutAccountOf } from '#features/payments/server/api.ts';
import { mailAddressOf } from '#features/people/server/api.ts';
import { accountEnd } from '#features/site/issued-documents/model/issuer.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import { composeMail, queueMail } from '#lib/server/mail/outgoing-mail.ts';
import { paths } from '#paths.ts';
import type { Payout } from './payout-store.ts';

/** Emails a seller that a payout is on its way, or that it came back. `reason`: why it came back. */
export async function mailPayout(
  db: Queryable,
  site: string,
  { sellerId, cents }: Pick<Payout, 'sellerId' | 'cents'>,
  reason: string | null = null,
): Promise<void> {
  const seller = await mailAddressOf(db, sellerId);
  const account = await payoutAccountOf(db, sellerId);
  if (!seller) return;
  const t = recipientTranslator();
  const subject = t(reason === null ? 'mail.payout.sent' : 'mail.payout.failed', { amount: t.cents(cents) });
  const sent = account
    ? [t('mail.payout.sent.text', { holder: account.holder, end: accountEnd(account.account) })]
    : [];
  const failed = [t('mail.payout.failed.text', { reason: reason ?? '' }), t('mail.payout.failed.ask')];
  const content = {
    title: subject,
    paragraphs: [t('mail.greeting', { name: seller.name }), ...(reason === null ? sent : failed)],
    action: { label: t('mail.seller.toPayouts'), url: site + paths.myPayouts },
    footer: t('mail.footer'),
  };
  await queueMail(db, { to: seller.email, subject, ...composeMail(content, t) });
}
