import { Link } from 'react-router';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { paths } from '#paths.ts';
import { TEXT_LINK } from '#ui/button.tsx';
import type { MyPayoutsResponse } from '../model/payout-contract.ts';

/** The account that payouts go to, with a link to the page where it is entered. */
export function PayoutTarget({ account, pending }: Pick<MyPayoutsResponse, 'account' | 'pending'>) {
  const t = useTranslator();
  return (
    <section aria-labelledby="account" className="grid gap-2">
      <h2 id="account" className="text-lg">
        {t('payouts.account')}
      </h2>
      <p>
        {account
          ? t('payouts.account.current', { holder: account.holder, bank: account.bank, end: account.account_end })
          : t('payouts.account.none')}
      </p>
      {pending && (
        <p className="text-waiting">
          {t('payouts.account.pending', {
            holder: pending.holder,
            end: pending.account_end,
            time: t.utcTime(pending.effective_at),
          })}
        </p>
      )}
      <Link to={paths.payoutAccount} className={`${TEXT_LINK} justify-self-start`}>
        {t(account || pending ? 'payouts.account.change' : 'payouts.account.first')}
      </Link>
    </section>
  );
}
