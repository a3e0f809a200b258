import '#generated/words/en-account.ts';
import '#generated/words/en-admin.ts';
import { useLoaderData } from 'react-router';
import { adminMeta } from '#features/accounts/admin-meta.ts';
import { loadSecondFactor, secondFactorActs } from '#features/accounts/admin-second-factor.ts';
import { SecondFactor } from '#features/accounts/components/admin/second-factor.tsx';
import { adminGuarded } from '#features/accounts/guarded.ts';
import { actInBrowser, actOnServer } from '#platform/pages/act.ts';
import { loadInBrowser, loadOnServer } from '#platform/pages/load.ts';
import { useWords } from '#platform/words/words-context.tsx';
import { AdminHead } from '#ui/admin/admin-head.tsx';
import { paths } from '../paths.ts';

const load = adminGuarded(loadSecondFactor);
const act = adminGuarded(secondFactorActs);
export const loader = loadOnServer(load);
export const clientLoader = loadInBrowser(load);
export const action = actOnServer(act);
export const clientAction = actInBrowser(act);
export const meta = adminMeta(paths.adminSecurity, 'admin.security.title');

export default function Security() {
  const t = useWords();
  return (
    <div className="grid grid-cols-1 gap-4">
      <AdminHead title={t('admin.security.title')} />
      <SecondFactor factor={useLoaderData<typeof loader>()} />
    </div>
  );
}
