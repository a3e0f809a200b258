import { useLoaderData } from 'react-router';
import { adminMeta } from '#features/accounts/admin/admin-meta.ts';
import { adminSecurityActions, loadAdminSecurity } from '#features/login/admin/admin-security.ts';
import { ChangeAdminPassword } from '#features/login/admin/change-admin-password.tsx';
import { SecondFactor } from '#features/login/admin/second-factor.tsx';
import { requireAdmin } from '#features/sessions/client/require-user.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { browserAction, serverAction } from '#lib/pages/form-action.ts';
import { browserLoader, serverLoader } from '#lib/pages/loader.ts';
import { paths } from '#paths.ts';
import { AdminHeader } from '#ui/admin/admin-header.tsx';

const load = requireAdmin(loadAdminSecurity);
const act = requireAdmin(adminSecurityActions);
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);
export const action = serverAction(act);
export const clientAction = browserAction(act);
export const meta = adminMeta(paths.adminSecurity, 'admin.security.title');

export default function Security() {
  const t = useTranslator();
  const { factor, email } = useLoaderData<typeof loader>();
  return (
    <div className="grid grid-cols-1 gap-4">
      <AdminHeader title={t('admin.security.title')} />
      <ChangeAdminPassword email={email} />
      <SecondFactor factor={factor} />
    </div>
  );
}
