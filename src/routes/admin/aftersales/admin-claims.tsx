import { useLoaderData } from 'react-router';
import { ClaimPanel, ClaimTable, claimAdminActions, loadClaims } from '#features/aftersales/claims/admin/claims.tsx';
import { browserAction, serverAction } from '#lib/pages/form-action.ts';
import { browserLoader, requireAdmin, serverLoader } from '#lib/pages/page-handlers.ts';
import { AdminPage, adminMeta, ListFailed } from '#ui/admin/list-page.tsx';

const load = requireAdmin(loadClaims);
const act = requireAdmin(claimAdminActions);
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);
export const action = serverAction(act, ['to_buyer', 'to_seller', 'reason']);
export const clientAction = browserAction(act);
export const meta = adminMeta('admin.claims');

export default function Claims() {
  const { claims, selected, openings } = useLoaderData<typeof loader>();
  return (
    <AdminPage title="admin.claims" text="admin.claims.about">
      {claims ? <ClaimTable claims={claims.items} /> : <ListFailed />}
      <ClaimPanel claim={selected} openings={openings} />
    </AdminPage>
  );
}
