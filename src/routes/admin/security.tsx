import '#generated/words/en-account.ts';
import '#generated/words/en-admin.ts';
import { useLoaderData } from 'react-router';
import { adminMeta } from '#features/accounts/admin/admin-meta.ts';
import { loadOwnLogin, ownLoginActs } from '#features/login/admin/admin-security.ts';
import { ChangeAdminPassword } from '#features/login/admin/change-admin-password.tsx';
import { SecondFactor } from '#features/login/admin/second-factor.tsx';
import { adminGuarded } from '#features/sessions/client/require-user.ts';
import { useWords } from '#lib/i18n/messages-context.tsx';
import { actInBrowser, actOnServer } from '#lib/pages/form-action.ts';
import { loadInBrowser, loadOnServer } from '#lib/pages/loader.ts';
import { paths } from '#paths.ts';
import { AdminHead } from '#ui/admin/admin-header.tsx';

const load = adminGuarded(loadOwnLogin);
const act = adminGuarded(ownLoginActs);
export const loader = loadOnServer(load);
export const clientLoader = loadInBrowser(load);
export const action = actOnServer(act);
export const clientAction = actInBrowser(act);
export const meta = adminMeta(paths.adminSecurity, 'admin.security.title');

export default function Security() {
  const t = useWords();
  const { factor, email } = useLoaderData<typeof loader>();
  return (
    <div className="grid grid-cols-1 gap-4">
      <AdminHead title={t('admin.security.title')} />
      <ChangeAdminPassword email={email} />
      <SecondFactor factor={factor} />
    </div>
  );
}
