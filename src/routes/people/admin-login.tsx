import { useEffect } from 'react';
import { AccountFrame } from '#features/people/accounts/components/account-frame.tsx';
import { AdminLoginForm, adminLoginActions, loadAdminLogin } from '#features/people/login/admin/admin-login.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { browserAction, serverAction } from '#lib/pages/form-action.ts';
import { browserLoader, serverLoader } from '#lib/pages/page-handlers.ts';
import { clearAdmin } from '#lib/session/stored-admin.ts';
import { adminMeta } from '#ui/admin/list-page.tsx';
import { Logo } from '#ui/logo.tsx';

export const loader = serverLoader(loadAdminLogin);
export const clientLoader = browserLoader(loadAdminLogin);
export const action = serverAction(adminLoginActions, ['email']);
export const clientAction = browserAction(adminLoginActions);
export const meta = adminMeta('admin.login.title');

export default function AdminLogin() {
  const t = useTranslator();
  useEffect(clearAdmin, []);
  return (
    <>
      <div className="mx-auto max-w-md px-4 pt-8 md:px-8">
        <Logo />
      </div>
      <AccountFrame title={t('admin.login.title')}>
        <AdminLoginForm />
      </AccountFrame>
    </>
  );
}
