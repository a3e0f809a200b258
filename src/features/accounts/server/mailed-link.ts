import type { Queryable } from '#platform/database/statement.ts';
import { newSecretToken } from '#platform/session/secret-token.ts';
import type { LinkPurpose } from '../session-life.ts';
import type { AccountTools } from './account-tools.ts';
import { type MailedLink, replaceLink } from './link-store.server.ts';

const PAGE: Record<LinkPurpose, string> = {
  confirm: '/ConfirmEmail',
  'change-email': '/ConfirmEmail',
  reset: '/ResetPassword',
};

/** Makes the address to mail for a purpose; an older one for the same purpose stops working. */
export async function mailedLink(
  db: Queryable,
  { siteOrigin }: Pick<AccountTools, 'siteOrigin'>,
  purpose: LinkPurpose,
  link: MailedLink,
): Promise<string> {
  const { token, hash } = newSecretToken();
  await replaceLink(db, purpose, link, hash);
  return `${siteOrigin}${PAGE[purpose]}?token=${token}`;
}
