import { Link } from 'react-router';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { paths } from '#paths.ts';
import type { Column } from '#ui/admin/data-table.tsx';
import { TEXT_LINK } from '#ui/button.tsx';
import type { SaleFacts } from '../model/admin-payment-contract.ts';

type WithSale = { sale?: SaleFacts | undefined };

/** Returns a column with the car, the buyer, the order and its money, in addition to the specified columns. */
export function useSaleColumn<Row extends WithSale>(): Column<Row> {
  const t = useTranslator();
  return { id: 'sale', head: t('admin.sale'), cell: ({ sale }) => (sale ? <Sale sale={sale} /> : '–') };
}

function Sale({ sale: { car, buyer, order_id: order, received, due } }: { sale: SaleFacts }) {
  const t = useTranslator();
  return (
    <span className="inline-grid py-1 sm:min-w-56">
      <span>
        {car ?? '–'}
        {order !== null && (
          <>
            {' · '}
            <Link to={`${paths.adminOrders}?view=${order}`} className={`${TEXT_LINK} whitespace-nowrap`}>
              {t('admin.sale.order', { order: String(order) })}
            </Link>
          </>
        )}
      </span>
      <span className="wrap-anywhere text-ink-soft text-sm">
        {buyer.name} · {buyer.email}
      </span>
      <span className="figures text-ink-soft text-sm">
        {t('admin.sale.money', { received: t.dollars(received), due: t.dollars(due) })}
      </span>
    </span>
  );
}
