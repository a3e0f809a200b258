import { listingName, listingPath } from '#features/catalog/listings/model/listing-name.ts';
import { reachableByLink } from '#features/catalog/listings/model/listing-status.ts';
import type { CheckoutListing } from '#features/catalog/server/api.ts';
import { mailAddressOf } from '#features/people/server/api.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import { composeMail } from '#lib/server/mail/mail-layout.ts';
import { queueMail } from '#lib/server/mail/mail-outbox.ts';

/** Emails the seller about a review. The text is left out, because it could contain a stranger's links. */
export async function mailReviewed(
  db: Queryable,
  siteOrigin: string,
  listing: CheckoutListing,
  rating: number,
): Promise<void> {
  const seller = await mailAddressOf(db, listing.userId);
  if (!seller) return;
  const t = recipientTranslator();
  const subject = t('mail.review', { car: listingName({ ...listing, trim: null }) });
  const content = {
    title: subject,
    paragraphs: [t('mail.greeting', { name: seller.name }), t('mail.review.text', { rating }), t('mail.review.answer')],
    ...(reachableByLink(listing.status) && {
      action: { label: t('mail.review.see'), url: siteOrigin + listingPath(listing) },
    }),
    footer: t('mail.footer'),
  };
  await queueMail(db, { to: seller.email, subject, ...composeMail(content, t) });
}
