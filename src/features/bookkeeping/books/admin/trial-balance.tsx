import { Form } from 'react-router';
import { href } from '#lib/api-client/api-call.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Button, TEXT_LINK } from '#ui/button.tsx';
import { booksCalls } from '../../office-calls.ts';
import type { BooksResponse } from '../model/books-contract.ts';
import { ACCOUNTS } from '../model/ledger-account.ts';

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
