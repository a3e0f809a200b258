import { orderNumber } from '#features/orders/orders/model/order.ts';
import { mailAddressOf } from '#features/people/server/api.ts';
import { peopleToTell } from '#features/site/server/api.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import { composeMail, queueMail } from '#lib/server/mail/outgoing-mail.ts';
import { paths } from '#paths.ts';

type Recipient = { name: string; email: string };
type Words = { title: string; text: string; path: string; footer: 'mail.footer' | 'mail.footer.office' };

/** Emails the renter that the license was accepted, or refused for `reason`. */
export async function mailLicenseChecked(
  db: Queryable,
  site: string,
  orderId: number,
  { userId, isAccepted, reason }: { userId: number; isAccepted: boolean; reason: string },
): Promise<void> {
  const renter = await mailAddressOf(db, userId);
  if (!renter) return;
  const t = recipientTranslator();
  const values = { number: orderNumber(orderId), reason };
  const what = isAccepted ? 'accepted' : 'refused';
  const [title, text] = [t(`mail.license.${what}`, values), t(`mail.license.${what}.text`, values)];
  const path = paths.order.replace(':id', String(orderId));
  await send(db, site, renter, { title, text, path, footer: 'mail.footer' });
}

/** Emails the office that a license needs a check. */
export async function mailLicenseWaits(db: Queryable, site: string, orderId: number): Promise<void> {
  const t = recipientTranslator();
  const title = t('mail.license.waits', { number: orderNumber(orderId) });
  const path = `${paths.adminOrders}?queue=renter&view=${orderId}`;
  for (const person of await peopleToTell(db))
    await send(db, site, person, { title, text: t('mail.license.waits.text'), path, footer: 'mail.footer.office' });
}

async function send(db: Queryable, site: string, { name, email }: Recipient, { title, text, path, footer }: Words) {
  const t = recipientTranslator();
  const content = {
    title,
    paragraphs: [t('mail.greeting', { name }), text],
    action: { label: t('mail.transfer.see'), url: site + path },
    footer: t(footer),
  };
  await queueMail(db, { to: email, subject: title, ...composeMail(content, t) });
}
