import { redirect } from 'react-router';
import type { Load } from '#platform/pages/load.ts';
import { adminReturnPath } from '../../pages/paths.ts';
import type { AdminSessionAnswer } from './admin-contract.ts';

/** The login of the back office leads on at once when somebody is logged in already. */
export const loadAdminEntrance: Load<null> = async ({ api, url }) => {
  const { admin } = await api.get<AdminSessionAnswer>('/api/admin/session');
  if (admin) throw redirect(adminReturnPath(url.searchParams.get('next')));
  return null;
};
