import { useLoaderData, useRevalidator } from 'react-router';
import { loadSystemStatus, SystemOverview } from '#features/site/system-status/admin/system-overview.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { browserLoader, requireAdmin, serverLoader } from '#lib/pages/page-handlers.ts';
import { AdminPage, adminMeta } from '#ui/admin/list-page.tsx';
import { Button } from '#ui/button.tsx';

const load = requireAdmin(loadSystemStatus);
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);
export const meta = adminMeta('system.title');

export default function SystemStatus() {
  const t = useTranslator();
  const status = useLoaderData<typeof loader>();
  const { revalidate, state } = useRevalidator();
  return (
    <AdminPage
      title="system.title"
      spacing="wide"
      actions={
        <Button onClick={() => revalidate()} aria-disabled={state !== 'idle' || undefined}>
          {t('system.refresh')}
        </Button>
      }
    >
      <p className="max-w-prose text-ink-soft" aria-busy={state !== 'idle'}>
        {t('system.text')}
      </p>
      <SystemOverview status={status} />
    </AdminPage>
  );
}
