import { redirect } from 'react-router';
import { adminSessionCalls } from '#features/accounts/model/admin-session-calls.ts';
import type { Load } from '#lib/pages/loader.ts';
import { adminReturnPath } from '#paths.ts';

/** Redirects a logged-in administrator to the `next` page. */
export const loadAdminLogin: Load<null> = async ({ api, url }) => {
  const { admin } = await api.call(adminSessionCalls.session);
  if (admin) throw redirect(adminReturnPath(url.searchParams.get('next')));
  return null;
};
