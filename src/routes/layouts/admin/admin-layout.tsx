import { useEffect } from 'react';
import { Outlet, redirect, useLoaderData, useRevalidator } from 'react-router';
import { adminSessionCalls } from '#features/accounts/model/admin-session-calls.ts';
import { adminLoginPath } from '#features/sessions/client/require-user.ts';
import { UNDONE } from '#lib/pages/form-action.ts';
import { browserLoader, type Load, serverLoader } from '#lib/pages/loader.ts';
import { onAdminSignedOut, rememberAdmin } from '#lib/session/stored-admin.ts';
import { PageMain } from '../page-main.tsx';
import { OWN_MAIN } from '../site-shell.tsx';
import { AdminBar, AdminSide, type SignedInAdmin } from './admin-nav.tsx';
import '#ui/admin/admin.css';

const load: Load<{ admin: SignedInAdmin }> = async ({ api, url }) => {
  const { admin } = await api.call(adminSessionCalls.session);
  if (!admin) throw redirect(adminLoginPath(url));
  return { admin };
};
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);
export const handle = OWN_MAIN;
/**
 * Loads the administrator once. Each API call checks access itself, so a lost connection does not break the screens.
 */
export const shouldRevalidate = () => false;

/** Layout of all admin screens except login: navigation, and a redirect to login without an administrator. */
export default function AdminLayout() {
  const { admin } = useLoaderData<typeof loader>();
  const { revalidate } = useRevalidator();
  useEffect(() => rememberAdmin(admin), [admin]);
  useEffect(() => onAdminSignedOut(admin.id, () => location.reload()), [admin.id]);
  useEffect(() => {
    const again = () => void revalidate();
    addEventListener(UNDONE, again);
    return () => removeEventListener(UNDONE, again);
  }, [revalidate]);
  return (
    <div className="admin-frame">
      <AdminBar admin={admin} />
      <AdminSide admin={admin} />
      <PageMain className="min-w-0 px-4 py-5 md:px-6">
        <Outlet />
      </PageMain>
    </div>
  );
}
