import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { ActionForm } from '#ui/forms/action-form.tsx';
import { SubmitButton } from '#ui/forms/submit-button.tsx';
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
        {due.map(({ seller, cents, orders, has_account: hasAccount }) => (
          <li
            key={seller.id}
            className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line bg-surface p-4"
          >
            <span className="grid min-w-0">
              <span className="wrap-anywhere font-semibold">{seller.name}</span>
              <span className="text-ink-soft text-sm">{t('admin.payouts.dueOf', { count: orders })}</span>
              {!hasAccount && <span className="text-sm text-waiting">{t('admin.payouts.needsAccount')}</span>}
            </span>
            <span className="figures font-semibold">{t.cents(cents)}</span>
            {hasAccount && (
              <ActionForm name="prepare" className="grid">
                <input type="hidden" name="seller" value={seller.id} />
                <SubmitButton busy={t('admin.payouts.preparing')}>{t('admin.payouts.prepare')}</SubmitButton>
              </ActionForm>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
