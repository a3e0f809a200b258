import { useLoaderData } from 'react-router';
import { ClaimPanel, claimAdminActions, loadClaims } from '#features/aftersales/claims/admin/claim-panel.tsx';
import { ClaimTable } from '#features/aftersales/claims/admin/claim-table.tsx';
import { adminMeta } from '#features/people/accounts/admin/admin-meta.ts';
import { requireAdmin } from '#features/people/sessions/client/require-user.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { browserAction, browserLoader, serverAction, serverLoader } from '#lib/pages/page-handlers.ts';
import { paths } from '#paths.ts';
import { AdminHeader, ListFailed } from '#ui/admin/list-page.tsx';

const load = requireAdmin(loadClaims);
const act = requireAdmin(claimAdminActions);
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);
export const action = serverAction(act, ['to_buyer', 'to_seller', 'reason']);
export const clientAction = browserAction(act);
export const meta = adminMeta(paths.adminClaims, 'admin.claims');

export default function Claims() {
  const t = useTranslator();
  const { claims, selected, openings } = useLoaderData<typeof loader>();
  return (
    <div className="grid grid-cols-1 gap-4">
      <AdminHeader title={t('admin.claims')} />
      <p className="max-w-prose text-ink-soft">{t('admin.claims.about')}</p>
      {claims ? <ClaimTable claims={claims.items} /> : <ListFailed />}
      <ClaimPanel claim={selected} openings={openings} />
    </div>
  );
}
