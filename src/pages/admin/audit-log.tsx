import '#generated/words/en-admin.ts';
import { useLoaderData } from 'react-router';
import { loadAudit } from '#features/accounts/admin-audit.ts';
import { adminMeta } from '#features/accounts/admin-meta.ts';
import { AUDIT_FILTERS } from '#features/accounts/audit-filters.ts';
import { AuditFilterPanel, AuditTable } from '#features/accounts/components/admin/audit-table.tsx';
import { adminGuarded } from '#features/accounts/guarded.ts';
import { loadInBrowser, loadOnServer } from '#platform/pages/load.ts';
import { useWords } from '#platform/words/words-context.tsx';
import { AdminHead } from '#ui/admin/admin-head.tsx';
import { CsvLink } from '#ui/admin/csv-link.tsx';
import { ListFailed } from '#ui/admin/list-state.tsx';
import { paths } from '../paths.ts';

const load = adminGuarded(loadAudit);
export const loader = loadOnServer(load);
export const clientLoader = loadInBrowser(load);
export const meta = adminMeta(paths.auditLog, 'admin.audit.title');

export default function AuditLog() {
  const t = useWords();
  const { audit, failed } = useLoaderData<typeof loader>();
  return (
    <div className="grid grid-cols-1 gap-4">
      <AdminHead title={t('admin.audit.title')}>
        <CsvLink path="/api/admin/audit/csv" names={AUDIT_FILTERS} />
      </AdminHead>
      <p className="text-ink-soft">{t('admin.audit.text')}</p>
      <AuditFilterPanel actions={audit?.actions ?? []} />
      {audit ? <AuditTable audit={audit} /> : <ListFailed {...(failed && { text: failed })} />}
    </div>
  );
}
