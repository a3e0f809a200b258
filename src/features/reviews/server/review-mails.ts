import { mailAddressOf } from '#features/accounts/server/account-of-user.ts';
import { listingName } from '#features/listings/listing-name.ts';
import { listingPath } from '#features/listings/listing-slug.ts';
import { reachableByLink } from '#features/listings/listing-status.ts';
import type { CheckoutListing } from '#features/listings/server/checkout-listing.ts';
import type { Queryable } from '#platform/database/statement.ts';
import { composeMail } from '#platform/mail/mail-layout.ts';
import { putInOutbox } from '#platform/mail/mail-outbox.ts';
import { englishWords as t } from '#platform/words/all-words.ts';

/** Tells a seller that a car of theirs was reviewed. The words stay on the site: a mail would carry a stranger's links. */
export async function mailReviewed(
  db: Queryable,
  siteOrigin: string,
  listing: CheckoutListing,
  rating: number,
): Promise<void> {
  const seller = await mailAddressOf(db, listing.userId);
  if (!seller) return;
  const subject = t('mail.review', { car: listingName({ ...listing, trim: null }) });
  const content = {
    title: subject,
    paragraphs: [t('mail.greeting', { name: seller.name }), t('mail.review.text', { rating }), t('mail.review.answer')],
    ...(reachableByLink(listing.status) && {
      action: { label: t('mail.review.see'), url: siteOrigin + listingPath(listing) },
    }),
    footer: t('mail.footer'),
  };
  await putInOutbox(db, { to: seller.email, subject, ...composeMail(content) });
}
