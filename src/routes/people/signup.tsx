import { useState } from 'react';
import { useLoaderData } from 'react-router';
import { mergeFavorites } from '#features/catalog/favorites/client/favorite-sync.ts';
import { useStoredDestination } from '#features/catalog/landed-cost/client/destination.ts';
import { fetchLoginPurpose } from '#features/catalog/listings/client/login-purpose.ts';
import { readDestination } from '#features/customs/import-rules/model/destination.ts';
import { loadLogin, signUp } from '#features/people/accounts/client/account-pages.ts';
import { storeSignupReason } from '#features/people/accounts/client/continue-at.ts';
import { AccountFrame } from '#features/people/accounts/components/account-frame.tsx';
import { AccountBenefits, SignupForm } from '#features/people/accounts/components/signup-form.tsx';
import { LegalDetails, LegalDialog, type LegalText } from '#features/site/content/components/legal-texts.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { browserAction, serverAction } from '#lib/pages/form-action.ts';
import { browserLoader, type LoadInput, privateMeta, serverLoader } from '#lib/pages/page-handlers.ts';
import { TEXT_LINK } from '#ui/button.tsx';

const load = async (input: LoadInput) => {
  await loadLogin(input);
  return { purpose: await fetchLoginPurpose(input) };
};
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);
export const action = serverAction(signUp, ['name', 'email', 'mobileno', 'mobile_country']);
export const clientAction = browserAction(signUp, () => {
  storeSignupReason();
  return mergeFavorites();
});
export const meta = privateMeta('account.signup.title', 'account.signup.about');

const LEGAL = { terms: 'shell.footer.terms', privacy: 'shell.footer.privacy' } as const;
const LEGAL_TEXTS = Object.keys(LEGAL) as LegalText[];

export default function Signup() {
  const t = useTranslator();
  const { purpose } = useLoaderData<typeof loader>();
  const intro = purpose ? t(`account.signup.to.${purpose.offer}`, { car: purpose.car }) : undefined;
  const [read, setRead] = useState<LegalText | null>(null);
  const link = (text: LegalText) => (
    <>
      <button type="button" onClick={() => setRead(text)} className={`${TEXT_LINK} noscript:hidden`}>
        {t(LEGAL[text])}
      </button>
      <span className="hidden noscript:inline">{t(LEGAL[text])}</span>
    </>
  );
  return (
    <AccountFrame title={t('account.signup.title')} intro={intro} aside={<AccountBenefits />}>
      <SignupForm
        country={readDestination(useStoredDestination())?.country}
        legal={{ terms: link('terms'), privacy: link('privacy') }}
        texts={
          <noscript>
            <LegalDetails />
          </noscript>
        }
      />
      {LEGAL_TEXTS.map((text) => (
        <LegalDialog key={text} text={text} open={read === text} onClose={() => setRead(null)} />
      ))}
    </AccountFrame>
  );
}
