import { useLoaderData } from 'react-router';
import { adminMeta } from '#features/people/accounts/admin/admin-meta.ts';
import { requireAdmin } from '#features/people/sessions/client/require-user.ts';
import { loadOperator, OperatorForm, saveOperator } from '#features/site/operator/admin/operator-form.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { browserAction, browserLoader, serverAction, serverLoader } from '#lib/pages/page-handlers.ts';
import { paths } from '#paths.ts';
import { AdminHeader } from '#ui/admin/list-page.tsx';

const load = requireAdmin(loadOperator);
const act = requireAdmin(saveOperator);
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);
export const action = serverAction(act);
export const clientAction = browserAction(act);
export const meta = adminMeta(paths.operator, 'admin.operator.title');

export default function Operator() {
  const t = useTranslator();
  const { operator } = useLoaderData<typeof loader>();
  return (
    <div className="grid grid-cols-1 gap-4">
      <AdminHeader title={t('admin.operator.title')} />
      <p className="max-w-prose text-ink-soft">{t('admin.operator.text')}</p>
      <OperatorForm operator={operator} />
    </div>
  );
}
