import { Link, useLoaderData } from 'react-router';
import { NotificationList } from '#features/site/notifications/components/notification-list.tsx';
import { notificationCalls } from '#features/site/site-calls.ts';
import type { Unchecked } from '#lib/api-client/api-call.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { browserLoader, type LoadInput, privateMeta, requireUser, serverLoader } from '#lib/pages/page-handlers.ts';
import { paths } from '#paths.ts';
import { LinkButton, TEXT_LINK } from '#ui/button.tsx';

const load = requireUser(({ api, url }: LoadInput) => {
  const before = url.searchParams.get('before');
  return api.call(notificationCalls.list, { query: { before: before === null ? undefined : (before as Unchecked) } });
});
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);
export const meta = privateMeta('alerts.title', 'alerts.about');

export default function Notifications() {
  const t = useTranslator();
  const { items, next } = useLoaderData<typeof loader>();
  return (
    <div className="mx-auto grid max-w-2xl gap-6 px-4 py-8 md:py-14">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h1 className="text-2xl">{t('alerts.title')}</h1>
        <p className="flex flex-wrap gap-x-6">
          <Link to={paths.savedSearches} className={`${TEXT_LINK} inline-flex min-h-11 items-center`}>
            {t('alerts.toSearches')}
          </Link>
          <Link to={paths.notificationSettings} className={`${TEXT_LINK} inline-flex min-h-11 items-center`}>
            {t('alerts.toSettings')}
          </Link>
        </p>
      </div>
      {items.length > 0 ? (
        <NotificationList items={items} />
      ) : (
        <div className="grid justify-items-start gap-5 rounded-lg border border-line bg-surface p-6 sm:p-10">
          <p className="max-w-prose text-lg">{t('alerts.none')}</p>
          <LinkButton to={paths.explore} kind="action">
            {t('alerts.none.explore')}
          </LinkButton>
        </div>
      )}
      {next !== null && <LinkButton to={`${paths.notifications}?before=${next}`}>{t('alerts.more')}</LinkButton>}
    </div>
  );
}
