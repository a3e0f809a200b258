import { Link, useLoaderData } from 'react-router';
import { AccountFrame } from '#features/people/accounts/components/account-frame.tsx';
import { ApiKeys, apiKeyActions, loadApiKeys } from '#features/people/api-keys/components/api-keys.tsx';
import { API_DOCS } from '#features/people/people-calls.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { browserAction, serverAction } from '#lib/pages/form-action.ts';
import { browserLoader, privateMeta, requireUser, serverLoader } from '#lib/pages/page-handlers.ts';
import { paths } from '#paths.ts';
import { TEXT_LINK } from '#ui/button.tsx';

const load = requireUser(loadApiKeys);
const act = requireUser(apiKeyActions);
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);
export const action = serverAction(act);
export const clientAction = browserAction(act);
export const meta = privateMeta('account.keys.title', 'account.keys.about');

export default function MyApiKeys() {
  const t = useTranslator();
  const { keys, reads_per_minute: reads } = useLoaderData<typeof loader>();
  return (
    <AccountFrame title={t('account.keys.title')}>
      <p>{t('account.keys.text')}</p>
      <p>{reads > 0 ? t('account.keys.limit', { count: reads }) : t('account.keys.noLimit')}</p>
      <p className="hidden noscript:block">{t('account.keys.scripts')}</p>
      <div className="noscript:hidden">
        <ApiKeys keys={keys} />
      </div>
      <p>
        <a href={API_DOCS} className={TEXT_LINK}>
          {t('account.keys.docs')}
        </a>
      </p>
      <Link to={paths.profile} className={`${TEXT_LINK} justify-self-start`}>
        {t('account.factor.back')}
      </Link>
    </AccountFrame>
  );
}
