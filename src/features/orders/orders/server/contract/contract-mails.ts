import type { Queryable } from '#lib/server/database/statement.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import { composeMail } from '#lib/server/mail/mail-layout.ts';
import { queueMail } from '#lib/server/mail/mail-outbox.ts';
import { paths } from '#paths.ts';
import { type Order, orderNumber } from '../../model/order.ts';
import { sellersOfOrder } from '../consignee/consignee-store.ts';

/** Asks the sellers to accept the contract that the buyer accepted. */
export async function mailContractAccepted(db: Queryable, siteOrigin: string, { id }: Order): Promise<void> {
  const t = recipientTranslator();
  const number = orderNumber(id);
  const subject = t('mail.contract', { number });
  for (const { name, email } of await sellersOfOrder(db, id)) {
    const content = {
      title: subject,
      paragraphs: [t('mail.greeting', { name }), t('mail.contract.text', { number })],
      action: { label: t('mail.contract.action'), url: siteOrigin + paths.contract.replace(':id', String(id)) },
      footer: t('mail.footer'),
    };
    await queueMail(db, { to: email, subject, ...composeMail(content, t) });
  }
}
