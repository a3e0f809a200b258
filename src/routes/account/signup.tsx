import { useState } from 'react';
import { signUp } from '#features/accounts/client/account-actions.ts';
import { loadLogin } from '#features/accounts/client/account-loaders.ts';
import { accountMeta } from '#features/accounts/client/account-meta.ts';
import { AccountBenefits } from '#features/accounts/components/account-benefits.tsx';
import { AccountFrame } from '#features/accounts/components/account-frame.tsx';
import { SignupForm } from '#features/accounts/components/signup-form.tsx';
import { LegalDetails } from '#features/content/components/legal-details.tsx';
import { LegalDialog, type LegalText } from '#features/content/components/legal-dialog.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { browserAction, serverAction } from '#lib/pages/form-action.ts';
import { browserLoader, serverLoader } from '#lib/pages/loader.ts';
import { paths } from '#paths.ts';
import { TEXT_LINK } from '#ui/text-link.ts';

export const loader = serverLoader(loadLogin);
export const clientLoader = browserLoader(loadLogin);
export const action = serverAction(signUp, ['name', 'email', 'mobileno']);
export const clientAction = browserAction(signUp);
export const meta = accountMeta(paths.signup, 'account.signup.title', 'account.signup.about');

const LEGAL = { terms: 'shell.footer.terms', privacy: 'shell.footer.privacy' } as const;
const LEGAL_TEXTS = Object.keys(LEGAL) as LegalText[];

export default function Signup() {
  const t = useTranslator();
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
    <AccountFrame title={t('account.signup.title')} aside={<AccountBenefits />}>
      <SignupForm
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
