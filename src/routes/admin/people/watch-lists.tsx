import { useLoaderData } from 'react-router';
import { orderNumber } from '#features/orders/orders/model/order.ts';
import {
  AddEntryForm,
  HoldItem,
  ImportForm,
  loadWatchLists,
  WatchTable,
  watchActions,
} from '#features/people/watch-lists/admin/watch-lists.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { browserAction, serverAction } from '#lib/pages/form-action.ts';
import { browserLoader, requireAdmin, serverLoader } from '#lib/pages/page-handlers.ts';
import { AdminPage, adminMeta } from '#ui/admin/list-page.tsx';

const load = requireAdmin(loadWatchLists);
const act = requireAdmin(watchActions);
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);
export const action = serverAction(act, ['name', 'id_number', 'country', 'reason']);
export const clientAction = browserAction(act);
export const meta = adminMeta('admin.watch.title');

export default function WatchLists() {
  const t = useTranslator();
  const { entries, holds } = useLoaderData<typeof loader>();
  return (
    <AdminPage title="admin.watch.title" text="admin.watch.text" spacing="wide">
      <section className="grid gap-4">
        <h2 className="text-lg">{t('admin.watch.holds')}</h2>
        {holds.length === 0 ? (
          <p>{t('admin.watch.holds.none')}</p>
        ) : (
          <ul className="grid gap-3">
            {holds.map((hold) => (
              <HoldItem key={hold.id} hold={hold} number={orderNumber(hold.order_id)} />
            ))}
          </ul>
        )}
      </section>
      <section className="grid grid-cols-1 gap-4">
        <h2 className="text-lg">{t('admin.watch.entries')}</h2>
        <WatchTable entries={entries} />
      </section>
      <section className="grid gap-4">
        <h2 className="text-lg">{t('admin.watch.addTitle')}</h2>
        <AddEntryForm />
      </section>
      <section className="grid gap-4">
        <h2 className="text-lg">{t('admin.watch.importTitle')}</h2>
        <ImportForm />
      </section>
    </AdminPage>
  );
}
