import '#generated/words/en-account.ts';
import '#generated/words/en-admin.ts';
import { useLoaderData } from 'react-router';
import { adminMeta } from '#features/accounts/admin-meta.ts';
import { loadOwnLogin, ownLoginActs } from '#features/accounts/admin-own-login.ts';
import { ChangeAdminPassword } from '#features/accounts/components/admin/change-admin-password.tsx';
import { SecondFactor } from '#features/accounts/components/admin/second-factor.tsx';
import { adminGuarded } from '#features/accounts/guarded.ts';
import { actInBrowser, actOnServer } from '#platform/pages/act.ts';
import { loadInBrowser, loadOnServer } from '#platform/pages/load.ts';
import { useWords } from '#platform/words/words-context.tsx';
import { AdminHead } from '#ui/admin/admin-head.tsx';
import { paths } from '../paths.ts';

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
