import { Link, useLoaderData } from 'react-router';
import { AccountFrame } from '#features/people/accounts/components/account-frame.tsx';
import {
  accountSecurityActions,
  loadAccountSecurity,
  SecondFactor,
} from '#features/people/login/components/second-factor.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { browserAction, serverAction } from '#lib/pages/form-action.ts';
import { browserLoader, privateMeta, requireUser, serverLoader } from '#lib/pages/page-handlers.ts';
import { paths } from '#paths.ts';
import { TEXT_LINK } from '#ui/button.tsx';

const load = requireUser(loadAccountSecurity);
const act = requireUser(accountSecurityActions);
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);
export const action = serverAction(act);
export const clientAction = browserAction(act);
export const meta = privateMeta('account.security.title', 'account.factor.about');

export default function AccountSecurity() {
  const t = useTranslator();
  const { factor } = useLoaderData<typeof loader>();
  return (
    <AccountFrame title={t('account.security.title')}>
      <p className="hidden noscript:block">{t('account.security.scripts')}</p>
      <div className="noscript:hidden">
        <SecondFactor factor={factor} needsPassword={false} />
      </div>
      <p className="text-ink-soft">{t('account.factor.lost')}</p>
      <Link to={paths.profile} className={`${TEXT_LINK} justify-self-start`}>
        {t('account.factor.back')}
      </Link>
    </AccountFrame>
  );
}
