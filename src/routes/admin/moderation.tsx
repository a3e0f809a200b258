import '#generated/words/en-admin.ts';
import '#generated/words/en-sell.ts';
import { useLoaderData, useRevalidator } from 'react-router';
import { adminMeta } from '#features/accounts/admin/admin-meta.ts';
import { ListingReview } from '#features/moderation/admin/listing-review.tsx';
import { moderationActs } from '#features/moderation/client/admin-listing-actions.ts';
import { loadModeration } from '#features/moderation/client/admin-listing-client.ts';
import { adminGuarded } from '#features/sessions/client/require-user.ts';
import { useWords } from '#lib/i18n/messages-context.tsx';
import { actInBrowser, actOnServer, byForm } from '#lib/pages/form-action.ts';
import { loadInBrowser, loadOnServer } from '#lib/pages/loader.ts';
import { paths } from '#paths.ts';
import { AdminHead } from '#ui/admin/admin-header.tsx';
import { CsvLink } from '#ui/admin/csv-link.tsx';
import { ListFailed } from '#ui/admin/list-state.tsx';
import { Button, LinkButton } from '#ui/button.tsx';

const load = adminGuarded(loadModeration);
const act = adminGuarded(byForm(moderationActs));
export const loader = loadOnServer(load);
export const clientLoader = loadInBrowser(load);
export const action = actOnServer(act);
export const clientAction = actInBrowser(act);
export const meta = adminMeta(paths.moderation, 'moderate.title');

export default function Moderation() {
  const t = useWords();
  const queue = useLoaderData<typeof loader>();
  return (
    <div className="grid gap-4">
      <AdminHead title={t('moderate.title')}>
        {queue && (
          <p role="status" className="figures self-center text-ink-soft">
            {t('moderate.waiting', { count: queue.waiting })}
          </p>
        )}
        <CsvLink path="/api/admin/moderation/csv" names={[]} />
        <LinkButton to={paths.carManagement}>{t('moderate.toCars')}</LinkButton>
      </AdminHead>
      {queue === null && <ListFailed text={t('moderate.failed')} />}
      {queue?.review === null && <NothingWaits />}
      {queue?.review && <ListingReview review={queue.review} />}
    </div>
  );
}

function NothingWaits() {
  const t = useWords();
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
