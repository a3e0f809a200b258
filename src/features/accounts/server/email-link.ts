import type { LinkPurpose } from '#features/sessions/model/session-lifetime.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import { newSecretToken } from '#lib/server/session/secret-token.ts';
import type { AccountDeps } from './account-deps.ts';
import { type EmailLink, replaceLink } from './link-store.ts';

const PAGE: Record<LinkPurpose, string> = {
  confirm: '/ConfirmEmail',
  'change-email': '/ConfirmEmail',
  reset: '/ResetPassword',
};

/** Makes the address to mail for a purpose; an older one for the same purpose stops working. */
export async function emailLink(
  db: Queryable,
  { siteOrigin }: Pick<AccountDeps, 'siteOrigin'>,
  purpose: LinkPurpose,
  link: EmailLink,
): Promise<string> {
  const { token, hash } = newSecretToken();
  await replaceLink(db, purpose, link, hash);
  return `${siteOrigin}${PAGE[purpose]}?token=${token}`;
}
