import { useLoaderData } from 'react-router';
import { loadSavedSearches, savedSearchActions } from '#features/catalog/saved-searches/client/saved-searches-page.ts';
import { AddSearch, SavedSearchList } from '#features/catalog/saved-searches/components/saved-search-list.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { browserAction, serverAction } from '#lib/pages/form-action.ts';
import { browserLoader, privateMeta, serverLoader, useLoginRedirect } from '#lib/pages/page-handlers.ts';
import { paths } from '#paths.ts';
import { LinkButton } from '#ui/button.tsx';

export const loader = serverLoader(loadSavedSearches);
export const clientLoader = browserLoader(loadSavedSearches);
export const action = serverAction(savedSearchActions, ['email']);
export const clientAction = browserAction(savedSearchActions);
export const meta = privateMeta('searches.title', 'searches.about');

export default function SavedSearches() {
  const t = useTranslator();
  const { searches, added, rhythm, hasKey } = useLoaderData<typeof loader>();
  const login = useLoginRedirect();
  return (
    <div className="mx-auto grid max-w-2xl gap-6 px-4 py-8 md:py-14">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h1 className="text-2xl">{t('searches.title')}</h1>
        {searches !== null && !hasKey && (
          <LinkButton to={paths.notificationSettings}>{t('searches.settings')}</LinkButton>
        )}
      </div>
      {added && <AddSearch added={added} rhythm={rhythm} isKnown={searches !== null} />}
      {searches === null ? (
        <div className="grid justify-items-start gap-4">
          <p className="max-w-prose">{t('searches.login')}</p>
          <LinkButton to={login(paths.login)}>{t('shell.signIn')}</LinkButton>
        </div>
      ) : searches.length > 0 ? (
        <SavedSearchList searches={searches} />
      ) : (
        !added && (
          <div className="grid justify-items-start gap-5 rounded-lg border border-line bg-surface p-6 sm:p-10">
            <p className="max-w-prose text-lg">{t('searches.none')}</p>
            <LinkButton to={paths.explore} kind="action">
              {t('searches.none.explore')}
            </LinkButton>
          </div>
        )
      )}
    </div>
  );
}
