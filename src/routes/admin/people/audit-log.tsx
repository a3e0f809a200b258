import { useLoaderData } from 'react-router';
import { tableCalls } from '#features/office/office-calls.ts';
import { AuditFilterPanel, AuditTable } from '#features/people/audit/admin/audit-table.tsx';
import { AUDIT_FILTERS } from '#features/people/audit/model/audit-log.ts';
import { auditCalls } from '#features/people/office-calls.ts';
import { href } from '#lib/api-client/api-call.ts';
import { isApiFailure } from '#lib/api-client/api-client.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { browserLoader, type LoadInput, requireAdmin, serverLoader } from '#lib/pages/page-handlers.ts';
import { AdminPage, adminMeta, CsvLink, ListFailed, queryFrom } from '#ui/admin/list-page.tsx';

/** Loads a page of the audit log. `failed` is the message if the filters are invalid. */
const load = requireAdmin(async ({ api, url }: LoadInput) => {
  try {
    const query = queryFrom(url.searchParams, [...AUDIT_FILTERS, 'after']);
    return { audit: await api.call(auditCalls.find, { query }), failed: null };
  } catch (error) {
    if (!isApiFailure(error) || error.status !== 400) throw error;
    return { audit: null, failed: error.message };
  }
});
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);
export const meta = adminMeta('admin.audit.title');

export default function AuditLog() {
  const t = useTranslator();
  const { audit, failed } = useLoaderData<typeof loader>();
  return (
    <AdminPage title="admin.audit.title" actions={<CsvLink path={href(tableCalls.audit)} names={AUDIT_FILTERS} />}>
      <p className="text-ink-soft">{t('admin.audit.text')}</p>
      <AuditFilterPanel actions={audit?.actions ?? []} />
      {audit ? <AuditTable audit={audit} /> : <ListFailed {...(failed && { text: failed })} />}
    </AdminPage>
  );
}
