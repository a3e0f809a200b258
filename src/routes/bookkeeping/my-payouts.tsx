import { Link, useLoaderData } from 'react-router';
import { payoutCalls } from '#features/bookkeeping/bookkeeping-calls.ts';
import { PayoutList, PayoutTarget } from '#features/bookkeeping/payouts/components/my-payouts.tsx';
import { AccountFrame } from '#features/people/accounts/components/account-frame.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { browserLoader, privateMeta, requireUser, serverLoader } from '#lib/pages/page-handlers.ts';
import { paths } from '#paths.ts';
import { TEXT_LINK } from '#ui/button.tsx';

const load = requireUser(({ api }) => api.call(payoutCalls.mine));
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);
export const meta = privateMeta('payouts.title', 'payouts.about');

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
      <PayoutTarget account={account} pending={pending} />
      <Link to={paths.dashboard} className={`${TEXT_LINK} justify-self-start`}>
        {t('payouts.back')}
      </Link>
    </AccountFrame>
  );
}
