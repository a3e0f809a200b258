import { useLoaderData } from 'react-router';
import { AgedAmounts, accountName, ForeignBalances, TrialBalance } from '#features/bookkeeping/books/admin/books.tsx';
import { booksCalls } from '#features/bookkeeping/office-calls.ts';
import { InvoiceGaps } from '#features/site/operator/admin/bank-accounts.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { browserLoader, requireAdmin, serverLoader } from '#lib/pages/page-handlers.ts';
import { AdminPage, adminMeta } from '#ui/admin/list-page.tsx';
import { UtcTime } from '#ui/utc-time.tsx';

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

const load = requireAdmin(({ api, url }) => {
  const month = url.searchParams.get('month') ?? '';
  return api.call(booksCalls.show, { query: MONTH.test(month) ? { month } : {} });
});
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);
export const meta = adminMeta('books.title');

export default function Books() {
  const t = useTranslator();
  const {
    receivables,
    payables,
    held_cents: held,
    clearing,
    waiting_invoices: waiting,
    missing,
    foreign,
    ...trial
  } = useLoaderData<typeof loader>();
  return (
    <AdminPage title="books.title" spacing="wide">
      <InvoiceGaps missing={missing} />
      {waiting > 0 && <p>{t('books.waiting', { count: waiting })}</p>}
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <AgedAmounts
          id="receivables"
          title={t('books.receivables')}
          text={t('books.receivables.text')}
          aged={receivables}
        />
        <AgedAmounts
          id="payables"
          title={t('books.payables')}
          text={t('books.payables.text')}
          aged={payables}
          heldCents={held}
        />
      </div>
      <section aria-labelledby="clearing" className="grid gap-3 rounded-lg border border-line bg-surface p-4">
        <h2 id="clearing" className="text-lg">
          {t('books.clearing')}
        </h2>
        <p className="text-ink-soft text-sm">{t('books.clearing.text')}</p>
        {clearing.length === 0 && <p>{t('books.clearing.none')}</p>}
        <ul className="grid gap-2">
          {clearing.map(({ account, cents, since }) => (
            <li
              key={account}
              className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 border-line border-t pt-2"
            >
              <span className="grid">
                {accountName(account, t)}
                <span className="text-ink-soft text-sm">
                  {t('books.since')} <UtcTime time={since} />
                </span>
              </span>
              <span className="figures">{t.cents(cents)}</span>
            </li>
          ))}
        </ul>
      </section>
      <TrialBalance {...trial} />
      <ForeignBalances foreign={foreign} />
    </AdminPage>
  );
}
