import { Link } from 'react-router';
import type { AdminPayoutResponse, DuePayout } from '#features/bookkeeping/payouts/model/payout-contract.ts';
import { groupedAccount } from '#features/site/operator/model/bank-account.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { paths } from '#paths.ts';
import { NeedsSecond } from '#ui/admin/needs-second.tsx';
import { StatusTag } from '#ui/admin/status-badge.tsx';
import { TEXT_LINK } from '#ui/button.tsx';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { UtcTime } from '#ui/utc-time.tsx';

/** Sellers who are to be paid, each with a button that prepares the payout. */
export function DueList({ due }: { due: DuePayout[] }) {
  const t = useTranslator();
  return (
    <section aria-labelledby="due" className="grid gap-3">
      <h2 id="due" className="text-lg">
        {t('admin.payouts.due')}
      </h2>
      {due.length === 0 && <p className="text-ink-soft">{t('admin.payouts.nothing')}</p>}
      <ul className="grid gap-3">
        {due.map(
          ({ seller, cents, later_cents: later, early_cents: early, orders, has_account: hasAccount, second }) => (
            <li
              key={seller.id}
              className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line bg-surface p-4"
            >
              <span className="grid min-w-0">
                <span className="wrap-anywhere font-semibold">{seller.name}</span>
                <span className="text-ink-soft text-sm">{t('admin.payouts.dueOf', { count: orders })}</span>
                {!hasAccount && <span className="text-sm text-waiting">{t('admin.payouts.needsAccount')}</span>}
                {later > 0 && (
                  <span className="text-ink-soft text-sm">{t('admin.payouts.later', { amount: t.cents(later) })}</span>
                )}
              </span>
              <span className="figures font-semibold">{t.cents(cents)}</span>
              <PayoutDays seller={seller.id} />
              {hasAccount && cents > 0 && (
                <ActionForm name="prepare" className="grid gap-2">
                  <input type="hidden" name="seller" value={seller.id} />
                  {second && <NeedsSecond>{t(`admin.payouts.second.${second}`)}</NeedsSecond>}
                  <SubmitButton busy={t('admin.payouts.preparing')}>{t('admin.payouts.prepare')}</SubmitButton>
                </ActionForm>
              )}
              {hasAccount && cents === 0 && early > 0 && (
                <ActionForm name="prepare" className="grid gap-2">
                  <input type="hidden" name="seller" value={seller.id} />
                  <input type="hidden" name="early" value="yes" />
                  <NeedsSecond>{t('admin.payouts.second.early')}</NeedsSecond>
                  <SubmitButton busy={t('admin.payouts.preparing')}>{t('admin.payouts.prepareEarly')}</SubmitButton>
                </ActionForm>
              )}
            </li>
          ),
        )}
      </ul>
    </section>
  );
}

/** Proposes other days until a seller is paid than the terms of orders say. */
function PayoutDays({ seller }: { seller: number }) {
  const t = useTranslator();
  return (
    <details className="w-full">
      <summary className="min-h-11 cursor-pointer content-center text-sm">{t('admin.payouts.days')}</summary>
      <ActionForm name="days" className="grid items-end gap-3 sm:grid-cols-[10rem_minmax(0,1fr)_auto]">
        <input type="hidden" name="seller" value={seller} />
        <TextField name="days" label={t('admin.payouts.days.label')} inputMode="numeric" maxLength={3} required />
        <TextField name="reason" label={t('admin.payouts.why')} maxLength={500} required />
        <SubmitButton busy={t('admin.payouts.saving')}>{t('admin.payouts.days.propose')}</SubmitButton>
      </ActionForm>
    </details>
  );
}

/** The status words of StatusTag that have the fitting colors. */
const TONE = {
  waiting: 'pending',
  approved: 'pending',
  sent: 'confirmed',
  booked: 'completed',
  failed: 'failed',
  canceled: 'cancelled',
} as const;

/** Payouts with what is to be done next. */
export function PayoutCards({ payouts }: { payouts: AdminPayoutResponse[] }) {
  const t = useTranslator();
  return (
    <section aria-labelledby="payouts" className="grid gap-3">
      <h2 id="payouts" className="text-lg">
        {t('admin.payouts.list')}
      </h2>
      {payouts.length === 0 && <p className="text-ink-soft">{t('admin.payouts.none')}</p>}
      <ol className="grid gap-3">
        {payouts.map((payout) => (
          <li key={payout.id} className="grid gap-3 rounded-lg border border-line bg-surface p-5">
            <Facts payout={payout} />
            <Steps payout={payout} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Facts({ payout }: { payout: AdminPayoutResponse }) {
  const t = useTranslator();
  const { id, seller, cents, state, account, orders, statement, sent_at: sentAt } = payout;
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <h3 className="wrap-anywhere font-semibold">{t('admin.payouts.item', { id, seller: seller.name })}</h3>
        <StatusTag status={TONE[state]}>
          {state === 'approved' ? t('admin.payouts.state.approved') : t(`payouts.state.${state}`)}
        </StatusTag>
      </div>
      <p className="figures font-semibold text-lg">{t.cents(cents)}</p>
      <p className="wrap-anywhere figures">
        {t('admin.payouts.account', { ...account, account: groupedAccount(account.account) })}
      </p>
      <ul className="grid gap-1 text-ink-soft text-sm">
        <li>{t('payouts.orders', { orders: t.list(orders.map(({ number }) => number)) })}</li>
        <li>{t('admin.payouts.by', { name: payout.created_by })}</li>
        {payout.approved_by !== null && <li>{t('admin.payouts.approvedBy', { name: payout.approved_by })}</li>}
        {sentAt !== null && (
          <li>
            {t('payouts.state.sent')} <UtcTime time={sentAt} />
          </li>
        )}
        {statement !== null && <li>{t('payouts.statement', { number: statement })}</li>}
        {payout.fee_cents !== null && <li>{t('admin.payouts.fee', { fee: t.cents(payout.fee_cents) })}</li>}
        {payout.reason !== null && <li>{t('admin.payouts.reason', { reason: payout.reason })}</li>}
      </ul>
    </>
  );
}

function Steps({ payout: { id, state } }: { payout: AdminPayoutResponse }) {
  const t = useTranslator();
  const busy = t('admin.payouts.saving');
  const hidden = <input type="hidden" name="id" value={id} />;
  return (
    <div className="flex flex-wrap items-end gap-4">
      {state === 'waiting' && (
        <Link to={paths.approvals} className={TEXT_LINK}>
          {t('admin.payouts.toApprovals')}
        </Link>
      )}
      {state === 'approved' && (
        <ActionForm name="sent">
          {hidden}
          <SubmitButton busy={busy}>{t('admin.payouts.markSent')}</SubmitButton>
        </ActionForm>
      )}
      {state === 'sent' && (
        <ActionForm name="booked" className="grid gap-3">
          {hidden}
          <TextField name="fee" label={t('admin.payouts.feeCents')} maxLength={10} autoComplete="off" />
          <SubmitButton busy={busy}>{t('admin.payouts.markBooked')}</SubmitButton>
        </ActionForm>
      )}
      {(state === 'waiting' || state === 'approved' || state === 'sent') && (
        <ActionForm name={state === 'sent' ? 'failed' : 'cancel'} className="grid gap-3">
          {hidden}
          <TextField name="reason" label={t('admin.payouts.why')} maxLength={500} autoComplete="off" />
          <SubmitButton kind="danger" busy={busy}>
            {t(state === 'sent' ? 'admin.payouts.markFailed' : 'admin.payouts.cancel')}
          </SubmitButton>
        </ActionForm>
      )}
    </div>
  );
}
