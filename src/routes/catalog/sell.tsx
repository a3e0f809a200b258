import { useState } from 'react';
import { type ShouldRevalidateFunctionArgs, useLoaderData } from 'react-router';
import { mergeFavorites } from '#features/catalog/favorites/client/favorite-sync.ts';
import { fetchDraft, fetchEditable } from '#features/catalog/sell/client/sell-client.ts';
import { SellWizard } from '#features/catalog/sell/components/sell-wizard.tsx';
import { loadProfile, useStoredUserRepair } from '#features/people/accounts/client/account-pages.ts';
import { isApiFailure } from '#lib/api-client/api-client.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { browserLoader, type LoadInput, privateMeta, requireUser, serverLoader } from '#lib/pages/page-handlers.ts';
import { paths } from '#paths.ts';
import { LinkButton } from '#ui/button.tsx';
import { Icon, type IconName } from '#ui/icon.tsx';
import { MessagePage } from '#ui/message-page.tsx';

/** Loads the draft of a new car, or the listing named by `edit`; null if the user has no such listing. */
const load = requireUser(async (input: LoadInput) => {
  const { api, url } = input;
  const edited = url.searchParams.get('edit');
  const [{ profile }, draft, listing] = await Promise.all([
    loadProfile(input),
    edited === null ? fetchDraft(api) : null,
    edited === null ? null : fetchEditable(api, edited).catch(nullWhenMissing),
  ]);
  return { profile, draft, listing, edits: edited !== null };
});

function nullWhenMissing(error: unknown): null {
  if (isApiFailure(error) && (error.status === 404 || error.status === 400)) return null;
  throw error;
}

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);
export const meta = privateMeta('sell.title', 'sell.about');

/** Steps of the wizard do not reload data. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  const edited = (url: URL) => url.searchParams.get('edit');
  return edited(currentUrl) === edited(nextUrl) && currentUrl.search !== nextUrl.search
    ? false
    : defaultShouldRevalidate;
}

export default function SellCar() {
  const t = useTranslator();
  const { profile, draft, listing, edits } = useLoaderData<typeof loader>();
  const [started, setStarted] = useState(0);
  useStoredUserRepair(profile, mergeFavorites);
  if (edits && !listing?.moves.includes('edit')) {
    return (
      <MessagePage title={t('sell.edit.impossible')} text={t('sell.edit.impossibleText')}>
        <LinkButton to={paths.dashboard}>{t('sell.edit.back')}</LinkButton>
      </MessagePage>
    );
  }
  return (
    <div className="mx-auto grid max-w-4xl grid-cols-1 gap-6 px-4 py-8 md:px-8 md:py-12">
      <h1 className="text-2xl">{t(edits ? 'sell.edit.title' : 'sell.title')}</h1>
      {!edits && <SellBanner />}
      <noscript>
        <p className="rounded-md border border-waiting bg-waiting-ground p-4">{t('sell.noscript')}</p>
      </noscript>
      <SellWizard
        key={`${listing?.id ?? 'new'} ${started}`}
        userId={profile.id}
        saved={started === 0 ? draft : null}
        listing={listing}
        onStartAgain={() => setStarted(started + 1)}
      />
    </div>
  );
}

const STEPS: [IconName, 'list' | 'contacted' | 'sell'][] = [
  ['tag', 'list'],
  ['chat', 'contacted'],
  ['shield', 'sell'],
];

function SellBanner() {
  const t = useTranslator();
  return (
    <ol className="grid gap-3 rounded-lg bg-quay p-4 text-on-quay md:grid-cols-3 md:gap-6 md:p-6">
      {STEPS.map(([icon, step]) => (
        <li key={step} className="flex gap-3">
          <Icon name={icon} className="mt-0.5 size-6" />
          <div>
            <p className="font-semibold">{t(`sell.banner.${step}`)}</p>
            <p className="text-on-quay-soft text-sm max-md:sr-only">{t(`sell.banner.${step}.text`)}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
