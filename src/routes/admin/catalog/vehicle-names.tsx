import { useLoaderData } from 'react-router';
import {
  AskedNameItem,
  loadVehicleNames,
  vehicleNameActions,
} from '#features/catalog/vehicles/admin/vehicle-names.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { browserAction, serverAction } from '#lib/pages/form-action.ts';
import { browserLoader, requireAdmin, serverLoader } from '#lib/pages/page-handlers.ts';
import { AdminPage, adminMeta } from '#ui/admin/list-page.tsx';

const load = requireAdmin(loadVehicleNames);
const act = requireAdmin(vehicleNameActions);
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);
export const action = serverAction(act, ['name', 'make', 'model']);
export const clientAction = browserAction(act);
export const meta = adminMeta('admin.names.title');

export default function VehicleNames() {
  const t = useTranslator();
  const { names } = useLoaderData<typeof loader>();
  return (
    <AdminPage title="admin.names.title" text="admin.names.text" spacing="wide">
      {names.length === 0 ? (
        <p>{t('admin.names.none')}</p>
      ) : (
        <ul className="grid gap-3">
          {names.map((asked) => (
            <AskedNameItem key={`${asked.kind} ${asked.id}`} asked={asked} />
          ))}
        </ul>
      )}
    </AdminPage>
  );
}
