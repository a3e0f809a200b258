import { Link, useLoaderData } from 'react-router';
import { accountMeta } from '#features/accounts/client/account-meta.ts';
import { AccountFrame } from '#features/accounts/components/account-frame.tsx';
import { loadMyPayouts, myPayoutActions } from '#features/payouts/client/my-payout-actions.ts';
import { PayoutAccount } from '#features/payouts/components/payout-account.tsx';
import { PayoutList } from '#features/payouts/components/payout-list.tsx';
import { requireUser } from '#features/sessions/client/require-user.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { browserAction, serverAction } from '#lib/pages/form-action.ts';
import { browserLoader, serverLoader } from '#lib/pages/loader.ts';
import { paths } from '#paths.ts';
import { TEXT_LINK } from '#ui/text-link.ts';

const load = requireUser(loadMyPayouts);
const act = requireUser(myPayoutActions);
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);
export const action = serverAction(act, ['holder', 'bank', 'account', 'bic']);
export const clientAction = browserAction(act);
export const meta = accountMeta(paths.myPayouts, 'payouts.title', 'payouts.about');

export default function MyPayouts() {
  const t = useTranslator();
  const { due_cents, later_cents, owes_cents, deductions, payouts, account, pending } = useLoaderData<typeof loader>();
  return (
    <AccountFrame title={t('payouts.title')} intro={t('payouts.about')}>
      <PayoutList
        due_cents={due_cents}
        later_cents={later_cents}
        owes_cents={owes_cents}
        deductions={deductions}
        payouts={payouts}
      />
      <PayoutAccount account={account} pending={pending} />
      <Link to={paths.dashboard} className={`${TEXT_LINK} justify-self-start`}>
        {t('payouts.back')}
      </Link>
    </AccountFrame>
  );
}
