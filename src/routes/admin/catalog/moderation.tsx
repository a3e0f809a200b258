import { useLoaderData, useRevalidator } from 'react-router';
import { ListingReview } from '#features/catalog/moderation/admin/listing-review.tsx';
import { loadModeration, moderationActions } from '#features/catalog/moderation/client/admin-listing-client.ts';
import { tableCalls } from '#features/office/office-calls.ts';
import { href } from '#lib/api-client/api-call.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { actionByForm, browserAction, serverAction } from '#lib/pages/form-action.ts';
import { browserLoader, requireAdmin, serverLoader } from '#lib/pages/page-handlers.ts';
import { paths } from '#paths.ts';
import { AdminPage, adminMeta, CsvLink, ListFailed } from '#ui/admin/list-page.tsx';
import { Button, LinkButton } from '#ui/button.tsx';

const load = requireAdmin(loadModeration);
const act = requireAdmin(actionByForm(moderationActions));
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);
export const action = serverAction(act);
export const clientAction = browserAction(act);
export const meta = adminMeta('moderate.title');

export default function Moderation() {
  const t = useTranslator();
  const queue = useLoaderData<typeof loader>();
  return (
    <AdminPage
      title="moderate.title"
      actions={
        <>
          {queue && (
            <p role="status" className="figures self-center text-ink-soft">
              {t('moderate.waiting', { count: queue.waiting })}
            </p>
          )}
          <CsvLink path={href(tableCalls.moderation)} names={[]} />
          <LinkButton to={paths.carManagement}>{t('moderate.toCars')}</LinkButton>
        </>
      }
    >
      {queue === null && <ListFailed text={t('moderate.failed')} />}
      {queue?.review === null && <NothingWaits />}
      {queue?.review && <ListingReview review={queue.review} />}
    </AdminPage>
  );
}

function NothingWaits() {
  const t = useTranslator();
  const { revalidate } = useRevalidator();
  return (
    <div className="grid justify-items-start gap-3 rounded-lg border border-line bg-surface p-6">
      <h2 className="text-lg">{t('moderate.none')}</h2>
      <p className="text-ink-soft">{t('moderate.none.text')}</p>
      <Button onClick={() => revalidate()} className="noscript:hidden">
        {t('moderate.again')}
      </Button>
    </div>
  );
}
