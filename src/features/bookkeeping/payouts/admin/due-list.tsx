import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import type { DuePayout } from '../model/admin-payout-contract.ts';

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
        {due.map(({ seller, cents, later_cents: later, early_cents: early, orders, has_account: hasAccount }) => (
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
              <ActionForm name="prepare" className="grid">
                <input type="hidden" name="seller" value={seller.id} />
                <SubmitButton busy={t('admin.payouts.preparing')}>{t('admin.payouts.prepare')}</SubmitButton>
              </ActionForm>
            )}
            {hasAccount && cents === 0 && early > 0 && (
              <ActionForm name="prepare" className="grid">
                <input type="hidden" name="seller" value={seller.id} />
                <input type="hidden" name="early" value="yes" />
                <SubmitButton busy={t('admin.payouts.preparing')}>{t('admin.payouts.prepareEarly')}</SubmitButton>
              </ActionForm>
            )}
          </li>
        ))}
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
