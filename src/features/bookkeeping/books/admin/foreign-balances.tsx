import { groupedAccount } from '#features/site/operator/model/bank-account.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { BooksResponse } from '../model/books-contract.ts';

const COLUMNS = ['statement', 'booked', 'dollars'] as const;
const CELL = 'px-3 py-2 text-end figures whitespace-nowrap';

/** Our accounts in other currencies at the end of a month: by the bank, and as far as they are in the books. Nothing without such accounts. */
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
