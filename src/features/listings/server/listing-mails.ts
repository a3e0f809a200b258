import type { Queryable } from '#platform/database/statement.ts';
import { composeMail } from '#platform/mail/mail-layout.ts';
import { putInOutbox } from '#platform/mail/mail-outbox.ts';
import { englishWords as t } from '#platform/words/all-words.ts';
import { paths } from '../../../pages/paths.ts';
import type { Decision } from '../listing-moves.ts';
import { listingName } from '../listing-name.ts';
import { listingPath } from '../listing-slug.ts';
import type { WholeListing } from '../sell-facts.ts';

type Seller = { name: string; email: string };

/** Tells a seller what became of a listing, with the moderator's reasons as they were written. */
export async function mailDecision(
  db: Queryable,
  siteOrigin: string,
  { name, email }: Seller,
  listing: WholeListing,
  decision: Decision,
  reasons: string[],
): Promise<void> {
  const car = listingName(listing);
  const subject = t(`mail.listing.${decision}`, { car });
  const action =
    decision === 'approve'
      ? { label: t('mail.listing.see'), url: siteOrigin + listingPath(listing) }
      : { label: t('mail.listing.manage'), url: siteOrigin + paths.dashboard };
  const content = {
    title: subject,
    paragraphs: [
      t('mail.greeting', { name }),
      t(`mail.listing.${decision}.text`, { car }),
      ...reasons.map((reason) => `• ${reason}`),
    ],
    footer: t('mail.footer'),
    action,
  };
  await putInOutbox(db, { to: email, subject, ...composeMail(content) });
}
