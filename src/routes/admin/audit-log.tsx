import { useLoaderData } from 'react-router';
import { adminMeta } from '#features/accounts/admin/admin-meta.ts';
import { AuditFilterPanel, AuditTable } from '#features/audit/admin/audit-table.tsx';
import { loadAudit } from '#features/audit/client/audit-client.ts';
import { AUDIT_FILTERS } from '#features/audit/model/audit-filters.ts';
import { tableCalls } from '#features/reports/model/table-calls.ts';
import { requireAdmin } from '#features/sessions/client/require-user.ts';
import { href } from '#lib/api-client/api-call.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { browserLoader, serverLoader } from '#lib/pages/loader.ts';
import { paths } from '#paths.ts';
import { AdminHeader } from '#ui/admin/admin-header.tsx';
import { CsvLink } from '#ui/admin/csv-link.tsx';
import { ListFailed } from '#ui/admin/list-state.tsx';

const load = requireAdmin(loadAudit);
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);
export const meta = adminMeta(paths.auditLog, 'admin.audit.title');

export default function AuditLog() {
  const t = useTranslator();
  const { audit, failed } = useLoaderData<typeof loader>();
  return (
    <div className="grid grid-cols-1 gap-4">
      <AdminHeader title={t('admin.audit.title')}>
        <CsvLink path={href(tableCalls.audit)} names={AUDIT_FILTERS} />
      </AdminHeader>
      <p className="text-ink-soft">{t('admin.audit.text')}</p>
      <AuditFilterPanel actions={audit?.actions ?? []} />
      {audit ? <AuditTable audit={audit} /> : <ListFailed {...(failed && { text: failed })} />}
    </div>
  );
}
