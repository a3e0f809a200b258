import { Form, Link } from 'react-router';
import type { AgedResponse, BooksResponse } from '#features/bookkeeping/books/model/books-contract.ts';
import { ACCOUNTS } from '#features/bookkeeping/books/model/ledger-account.ts';
import { booksCalls } from '#features/bookkeeping/office-calls.ts';
import { groupedAccount } from '#features/site/operator/model/bank-account.ts';
import { href } from '#lib/api-client/api-call.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { paths } from '#paths.ts';
import { Button, TEXT_LINK } from '#ui/button.tsx';
import { UtcTime } from '#ui/utc-time.tsx';

const CELL = 'px-3 py-2 text-end figures whitespace-nowrap';

/** Returns the name of a ledger account. */
export function accountName(account: string, t: ReturnType<typeof useTranslator>): string {
  const known = ACCOUNTS.find((one) => one === account);
  return known ? t(`books.account.${known}`) : account;
}

/** Opening, debit, credit and closing of each account in a month. Debits and credits are equal. */
export function TrialBalance({ month, accounts, totals }: Pick<BooksResponse, 'month' | 'accounts' | 'totals'>) {
  const t = useTranslator();
  const cells = (row: BooksResponse['totals']) =>
    [row.opening_cents, row.debit_cents, Math.abs(row.credit_cents), row.closing_cents].map((cents, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the columns never change places
      <td key={at} className={CELL}>
        {t.cents(cents)}
      </td>
    ));
  return (
    <div className="grid min-w-0 gap-3">
      <h2 className="text-lg">{t('books.trial')}</h2>
      <Form className="flex flex-wrap items-end gap-3">
        <label className="grid gap-1 text-sm">
          {t('books.month')}
          <input
            type="month"
            name="month"
            defaultValue={month}
            className="min-h-11 rounded-md border border-line-strong bg-surface px-3"
          />
        </label>
        <Button type="submit">{t('books.show')}</Button>
        <a href={href(booksCalls.csv, { query: { month } })} download className={TEXT_LINK}>
          {t('books.csv')}
        </a>
      </Form>
      <section
        aria-label={t('books.trial')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled with the keyboard
        tabIndex={0}
        className="min-w-0 overflow-x-auto rounded-lg border border-line bg-surface"
      >
        <table className="w-full border-collapse text-sm">
          <thead>
            <tr className="border-line border-b text-ink-soft">
              <th className="px-3 py-2 text-start font-semibold">{t('books.account')}</th>
              {(['opening', 'debit', 'credit', 'closing'] as const).map((column) => (
                <th key={column} className="px-3 py-2 text-end font-semibold">
                  {t(`books.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {accounts.map((row) => (
              <tr key={row.account} className="border-line border-b">
                <th scope="row" className="min-w-36 px-3 py-2 text-start font-normal">
                  {accountName(row.account, t)}
                </th>
                {cells(row)}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr className="font-semibold">
              <th scope="row" className="px-3 py-2 text-start">
                {t('books.total')}
              </th>
              {cells(totals)}
            </tr>
          </tfoot>
        </table>
      </section>
    </div>
  );
}

const COLUMNS = ['statement', 'booked', 'dollars'] as const;

/** Our accounts in other currencies at the end of a month, by the bank and by the books. Renders nothing without such accounts. */
export function ForeignBalances({ foreign }: Pick<BooksResponse, 'foreign'>) {
  const t = useTranslator();
  if (foreign.length === 0) return null;
  return (
    <div className="grid min-w-0 gap-3">
      <h2 className="text-lg">{t('books.foreign')}</h2>
      <p className="text-ink-soft text-sm">{t('books.foreign.text')}</p>
      <section
        aria-label={t('books.foreign')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled with the keyboard
        tabIndex={0}
        className="min-w-0 overflow-x-auto rounded-lg border border-line bg-surface"
      >
        <table className="w-full border-collapse text-sm">
          <thead>
            <tr className="border-line border-b text-ink-soft">
              <th className="px-3 py-2 text-start font-semibold">{t('books.account')}</th>
              {COLUMNS.map((column) => (
                <th key={column} className="px-3 py-2 text-end font-semibold">
                  {t(`books.foreign.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {foreign.map(({ account, currency, booked_cents, statement_cents, statement_on, usd_cents }) => (
              <tr key={`${account} ${currency}`} className="border-line border-b last:border-b-0">
                <th scope="row" className="min-w-36 px-3 py-2 text-start font-normal">
                  {currency} <span className="text-ink-soft">{groupedAccount(account)}</span>
                </th>
                <td className={CELL}>
                  {statement_cents === null || statement_on === null
                    ? '–'
                    : t('books.foreign.on', { amount: t.amount(statement_cents, currency), day: t.date(statement_on) })}
                </td>
                <td className={CELL}>{t.amount(booked_cents, currency)}</td>
                <td className={CELL}>{t.cents(usd_cents)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}

/** As many amounts as the call returns. */
const MAX_ITEMS = 100;
const BANDS = ['week', 'month', 'twoMonths', 'older'] as const;

/** `heldCents`: held for others and not due to them yet. */
type AgedAmountsProps = { id: string; title: string; text: string; aged: AgedResponse; heldCents?: number };

/** Open amounts by age, and the oldest of them with their orders. */
export function AgedAmounts({ id, title, text, aged, heldCents = 0 }: AgedAmountsProps) {
  const t = useTranslator();
  return (
    <section aria-labelledby={id} className="grid content-start gap-3 rounded-lg border border-line bg-surface p-4">
      <h2 id={id} className="text-lg">
        {title}
      </h2>
      <p className="text-ink-soft text-sm">{text}</p>
      <p className="figures font-semibold text-xl">{t.cents(aged.total_cents)}</p>
      {heldCents !== 0 && <p className="text-sm">{t('books.held', { amount: t.cents(heldCents) })}</p>}
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {BANDS.map((band, at) => (
          <div key={band}>
            <dt className="text-ink-soft text-sm">{t(`books.band.${band}`)}</dt>
            <dd className="figures">{t.cents(aged.bands[at] ?? 0)}</dd>
          </div>
        ))}
      </dl>
      {aged.items.length === 0 && <p className="text-ink-soft">{t('books.nothingOpen')}</p>}
      {aged.items.length === MAX_ITEMS && (
        <p className="text-ink-soft text-sm">{t('books.oldest', { count: MAX_ITEMS })}</p>
      )}
      <ul className="grid gap-2">
        {aged.items.map(({ account, order_id: order, number, seller_id: seller, cents, since }) => (
          <li
            key={`${account} ${order} ${seller}`}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 border-line border-t pt-2"
          >
            <span className="grid justify-items-start">
              <Link to={`${paths.adminOrders}?search=${number}`} className={TEXT_LINK}>
                {number}
              </Link>
              <span className="text-ink-soft text-sm">
                {accountName(account, t)} · <UtcTime time={since} />
              </span>
            </span>
            <span className="figures">{t.cents(cents)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
