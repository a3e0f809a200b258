import { useLoaderData, useRevalidator } from 'react-router';
import { adminMeta } from '#features/people/accounts/admin/admin-meta.ts';
import { requireAdmin } from '#features/people/sessions/client/require-user.ts';
import { loadSystemStatus, SystemOverview } from '#features/site/system-status/admin/system-overview.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { browserLoader, serverLoader } from '#lib/pages/page-handlers.ts';
import { paths } from '#paths.ts';
import { AdminHeader } from '#ui/admin/list-page.tsx';
import { Button } from '#ui/button.tsx';

const load = requireAdmin(loadSystemStatus);
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);
export const meta = adminMeta(paths.systemStatus, 'system.title');

export default function SystemStatus() {
  const t = useTranslator();
  const status = useLoaderData<typeof loader>();
  const { revalidate, state } = useRevalidator();
  return (
    <div className="grid grid-cols-1 gap-6">
      <AdminHeader title={t('system.title')}>
        <Button onClick={() => revalidate()} aria-disabled={state !== 'idle' || undefined}>
          {t('system.refresh')}
        </Button>
      </AdminHeader>
      <p className="max-w-prose text-ink-soft" aria-busy={state !== 'idle'}>
        {t('system.text')}
      </p>
      <SystemOverview status={status} />
    </div>
  );
}
