import { Link } from 'react-router';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { paths } from '#paths.ts';
import { TEXT_LINK } from '#ui/button.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import type { AgedResponse } from '../model/books-contract.ts';
import { accountName } from './trial-balance.tsx';

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
