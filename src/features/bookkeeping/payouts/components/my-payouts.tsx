import { Link } from 'react-router';
import { payoutCalls } from '#features/bookkeeping/bookkeeping-calls.ts';
import type { MyPayoutsResponse } from '#features/bookkeeping/payouts/model/payout-contract.ts';
import { href } from '#lib/api-client/api-call.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { paths } from '#paths.ts';
import { TEXT_LINK } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { UtcTime } from '#ui/utc-time.tsx';

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

/** What is due to a seller, and payouts with their statements. */
export function PayoutList({
  due_cents,
  later_cents,
  owes_cents,
  deductions,
  payouts,
}: Pick<MyPayoutsResponse, 'due_cents' | 'later_cents' | 'owes_cents' | 'deductions' | 'payouts'>) {
  const t = useTranslator();
  return (
    <>
      <p className="grid gap-1 rounded-lg border border-line bg-surface p-4">
        <span className="text-ink-soft text-sm">{t('payouts.due')}</span>
        <span className="figures font-semibold text-xl">{t.cents(due_cents)}</span>
        {later_cents > 0 && (
          <span className="text-ink-soft">{t('payouts.later', { amount: t.cents(later_cents) })}</span>
        )}
        <span className="text-ink-soft text-sm">{t('payouts.due.text')}</span>
        {owes_cents > 0 && <span>{t('payouts.owes', { amount: t.cents(owes_cents) })}</span>}
      </p>
      {deductions.length > 0 && (
        <section aria-labelledby="deductions" className="grid gap-2">
          <h2 id="deductions" className="text-lg">
            {t('payouts.deductions')}
          </h2>
          <ul className="grid gap-1">
            {deductions.map(({ order, cents, at }) => (
              <li key={at + order.id} className="figures flex flex-wrap justify-between gap-x-4">
                <span>{t('payouts.deduction', { number: order.number, day: t.utcDay(at) })}</span>
                <span>{t.cents(-cents)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section aria-labelledby="payouts" className="grid gap-4">
        <h2 id="payouts" className="text-lg">
          {t('payouts.list')}
        </h2>
        {payouts.length === 0 && <p className="text-ink-soft">{t('payouts.none')}</p>}
        <ul className="grid gap-3">
          {payouts.map(({ id, cents, state, account_end: end, sent_at: sentAt, orders, statement }) => (
            <li key={id} className="grid gap-1 rounded-lg border border-line bg-surface p-4">
              <span className="flex flex-wrap justify-between gap-x-4">
                <span className="figures font-semibold text-lg">{t.cents(cents)}</span>
                <span className="font-semibold">{t(`payouts.state.${state}`)}</span>
              </span>
              <span>{t('payouts.item', { id, end })}</span>
              <span className="text-ink-soft text-sm">
                {t('payouts.orders', { orders: t.list(orders.map(({ number }) => number)) })}
                {sentAt !== null && (
                  <>
                    {' · '}
                    <UtcTime time={sentAt} />
                  </>
                )}
              </span>
              {statement !== null && (
                <a href={href(payoutCalls.statement, { params: { id } })} download className={`${TEXT_LINK} gap-2`}>
                  <Icon name="document" />
                  {t('payouts.statement', { number: statement })}
                </a>
              )}
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
