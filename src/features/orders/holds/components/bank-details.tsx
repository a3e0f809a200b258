import { Link } from 'react-router';
import type { TransferDetails } from '#features/orders/orders/model/order-contract.ts';
import { groupedAccount } from '#features/site/operator/model/bank-account.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { showToast } from '#lib/pages/toast-store.ts';
import { useHydrated } from '#lib/pages/use-hydrated.ts';
import { paths } from '#paths.ts';
import { TEXT_LINK } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';

/** The bank account of a transfer, with a warning to compare it before paying. */
export function BankDetails({ transfer }: { transfer: TransferDetails }) {
  const t = useTranslator();
  const amount = t.cents(transfer.amount_cents);
  return (
    <div className="grid gap-4">
      {transfer.is_demo && (
        <p className="rounded-md border border-waiting bg-waiting-ground p-3 font-semibold">{t('transfers.demo')}</p>
      )}
      <dl className="grid gap-x-8 sm:grid-cols-2">
        <Detail name={t('transfers.amount')} value={amount} copied={(transfer.amount_cents / 100).toFixed(2)} strong />
        <Detail name={t('transfers.reference')} value={transfer.reference} strong />
        <Detail name={t('transfers.holder')} value={transfer.holder} />
        <Detail name={t('transfers.account')} value={groupedAccount(transfer.account)} copied={transfer.account} />
        <Detail name={t('transfers.bank')} value={transfer.bank} />
        <Detail name={t('transfers.bic')} value={transfer.bic} />
      </dl>
      <p className="flex items-start gap-3 rounded-md border border-waiting bg-waiting-ground p-3">
        <Icon name="warning" className="mt-0.5 size-5 shrink-0" />
        <span>
          {t('transfers.compare')}{' '}
          <Link to={paths.verify} className={TEXT_LINK}>
            {t('transfers.verify')}
          </Link>
        </span>
      </p>
      <p className="text-ink-soft text-sm">{t('transfers.fees')}</p>
    </div>
  );
}

type DetailProps = { name: string; value: string; copied?: string; strong?: boolean };

function Detail({ name, value, copied = value, strong = false }: DetailProps) {
  return (
    <div className="min-w-0 border-line border-b py-1">
      <dt className="text-ink-soft text-sm">{name}</dt>
      <dd className={`flex items-center justify-between gap-3 ${strong ? 'font-bold text-lg' : ''}`}>
        <span className="wrap-anywhere figures">{value}</span>
        <CopyButton name={name} text={copied} />
      </dd>
    </div>
  );
}

/** Copies a text. `name` labels the button for screen readers. Hidden without scripts. */
function CopyButton({ name, text }: { name: string; text: string }) {
  const t = useTranslator();
  const hydrated = useHydrated();
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => showToast(t('transfers.copied', { name })),
      () => showToast(t('transfers.copyFailed'), 'failed'),
    );
  return (
    <button
      type="button"
      disabled={!hydrated}
      onClick={copy}
      aria-label={t('transfers.copy', { name })}
      className="grid size-11 shrink-0 place-items-center rounded-md text-link hover:bg-sunken noscript:hidden"
    >
      <Icon name="copy" className="size-5" />
    </button>
  );
}
