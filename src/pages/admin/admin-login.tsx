import '#generated/words/en-account.ts';
import '#generated/words/en-admin.ts';
import { useEffect } from 'react';
import { adminLoginActs } from '#features/accounts/admin-acts.ts';
import { loadAdminEntrance } from '#features/accounts/admin-loads.ts';
import { adminMeta } from '#features/accounts/admin-meta.ts';
import { AccountFrame } from '#features/accounts/components/account-frame.tsx';
import { AdminLoginForm } from '#features/accounts/components/admin/admin-login-form.tsx';
import { actInBrowser, actOnServer } from '#platform/pages/act.ts';
import { loadInBrowser, loadOnServer } from '#platform/pages/load.ts';
import { dropAdmin } from '#platform/session/stored-admin.ts';
import { useWords } from '#platform/words/words-context.tsx';
import { Logo } from '../layouts/logo.tsx';
import { paths } from '../paths.ts';

export const loader = loadOnServer(loadAdminEntrance);
export const clientLoader = loadInBrowser(loadAdminEntrance);
export const action = actOnServer(adminLoginActs, ['email']);
export const clientAction = actInBrowser(adminLoginActs);
export const meta = adminMeta(paths.adminLogin, 'admin.login.title');

export default function AdminLogin() {
  const t = useWords();
  useEffect(dropAdmin, []);
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
