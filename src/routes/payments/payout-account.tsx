import { Link, useLoaderData } from 'react-router';
import {
  loadPayoutAccount,
  PayoutAccount,
  payoutAccountActions,
} from '#features/payments/payout-accounts/components/payout-account.tsx';
import { AccountFrame } from '#features/people/accounts/components/account-frame.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { browserAction, serverAction } from '#lib/pages/form-action.ts';
import { browserLoader, privateMeta, requireUser, serverLoader } from '#lib/pages/page-handlers.ts';
import { paths } from '#paths.ts';
import { TEXT_LINK } from '#ui/button.tsx';

const load = requireUser(loadPayoutAccount);
const act = requireUser(payoutAccountActions);
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);
export const action = serverAction(act, ['holder', 'address', 'bank', 'account', 'bic']);
export const clientAction = browserAction(act);
export const meta = privateMeta('payouts.account', 'payouts.account.about');

export default function MyBankAccount() {
  const t = useTranslator();
  const { account, pending } = useLoaderData<typeof loader>();
  return (
    <AccountFrame title={t('payouts.account')} intro={t('payouts.account.about')}>
      <PayoutAccount account={account} pending={pending} />
      <Link to={paths.dashboard} className={`${TEXT_LINK} justify-self-start`}>
        {t('payouts.back')}
      </Link>
    </AccountFrame>
  );
}
