import { useEffect, useState } from 'react';
import { useLoaderData, useSearchParams } from 'react-router';
import { mergeFavorites } from '#features/catalog/favorites/client/favorite-sync.ts';
import { fetchLoginPurpose } from '#features/catalog/listings/client/login-purpose.ts';
import { loadLogin, logIn } from '#features/people/accounts/client/account-pages.ts';
import { AccountFrame } from '#features/people/accounts/components/account-frame.tsx';
import { AccountBenefits } from '#features/people/accounts/components/signup-form.tsx';
import { LoginForm } from '#features/people/login/components/login-form.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { browserAction, serverAction } from '#lib/pages/form-action.ts';
import { browserLoader, type LoadInput, privateMeta, serverLoader } from '#lib/pages/page-handlers.ts';
import { clearUser, hasStoredUser } from '#lib/session/stored-user.ts';
import { Icon } from '#ui/icon.tsx';

const load = async (input: LoadInput) => {
  await loadLogin(input);
  return { purpose: await fetchLoginPurpose(input) };
};
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);
export const action = serverAction(logIn, ['email']);
export const clientAction = browserAction(logIn, mergeFavorites);
export const meta = privateMeta('account.login.title', 'account.login.about');

export default function Login() {
  const t = useTranslator();
  const ended = useEndedSession();
  const resetSent = useSearchParams()[0].get('reset') === 'sent';
  const { purpose } = useLoaderData<typeof loader>();
  const intro = purpose ? t(`account.login.to.${purpose.offer}`, { car: purpose.car }) : undefined;
  return (
    <AccountFrame title={t('account.login.title')} intro={intro} aside={<AccountBenefits />}>
      {ended && (
        <p
          role="alert"
          className="flex items-start gap-2 rounded-md border border-waiting bg-waiting-ground p-3 text-waiting"
        >
          <Icon name="warning" className="mt-0.5 size-5" />
          {t('account.login.ended')}
        </p>
      )}
      {resetSent && (
        <p className="flex items-start gap-2 rounded-md border border-verified bg-verified-ground p-3 text-verified">
          <Icon name="mail" className="mt-0.5 size-5 shrink-0" />
          {t('account.login.resetSent')}
        </p>
      )}
      <LoginForm />
    </AccountFrame>
  );
}

/**
 * Whether a page that requires login redirected here although a user was stored as signed in. Clears the stored user.
 */
function useEndedSession(): boolean {
  const [ended, setEnded] = useState(false);
  const sentHere = useSearchParams()[0].has('next');
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, when the page opens
  useEffect(() => {
    if (sentHere && hasStoredUser()) setEnded(true);
    clearUser();
  }, []);
  return ended;
}
