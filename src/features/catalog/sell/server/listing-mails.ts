import { type Decision, listingName, listingPath } from '#features/catalog/listings/model/listing.ts';
import type { WholeListing } from '#features/catalog/listings/model/listing-facts.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import { composeMail, queueMail } from '#lib/server/mail/outgoing-mail.ts';
import { paths } from '#paths.ts';

type Seller = { name: string; email: string };

/** Emails the seller a moderator's decision with its reasons. */
export async function mailDecision(
  db: Queryable,
  siteOrigin: string,
  seller: Seller,
  listing: WholeListing,
  decision: Decision,
  reasons: string[],
): Promise<void> {
  const t = recipientTranslator();
  const car = listingName(listing);
  const subject = t(`mail.listing.${decision}`, { car });
  const action =
    decision === 'approve'
      ? { label: t('mail.listing.see'), url: siteOrigin + listingPath(listing) }
      : { label: t('mail.listing.manage'), url: siteOrigin + paths.dashboard };
  const content = {
    title: subject,
    paragraphs: [
      t('mail.greeting', { name: seller.name }),
      t(`mail.listing.${decision}.text`, { car }),
      ...reasons.map((reason) => `• ${reason}`),
    ],
    footer: t('mail.footer'),
    action,
  };
  await queueMail(db, { to: seller.email, subject, ...composeMail(content, t) });
}
