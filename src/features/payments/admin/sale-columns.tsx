import { Link } from 'react-router';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { paths } from '#paths.ts';
import type { Column } from '#ui/admin/data-table.tsx';
import { TEXT_LINK } from '#ui/text-link.ts';
import type { SaleFacts } from '../model/sale-facts-contract.ts';

type WithSale = { sale?: SaleFacts | undefined };

/** Columns with the car, the buyer and the money of the order, beside those of the specification. */
export function useSaleColumns<Row extends WithSale>(): Column<Row>[] {
  const t = useTranslator();
  const amount = (value: number | undefined) =>
    value === undefined ? '–' : <span className="whitespace-nowrap">{t.dollars(value)}</span>;
  return [
    {
      id: 'saleCar',
      head: t('admin.sale.car'),
      cell: ({ sale }) => <span className="inline-block min-w-36">{sale?.car ?? '–'}</span>,
    },
    {
      id: 'saleBuyer',
      head: t('admin.sale.buyer'),
      cell: ({ sale }) => (
        <span className="wrap-anywhere inline-block min-w-44">
          {sale?.buyer.name}
          <span className="block text-ink-soft text-sm">{sale?.buyer.email}</span>
        </span>
      ),
    },
    { id: 'saleReceived', head: t('admin.sale.received'), cell: ({ sale }) => amount(sale?.received), figures: true },
    { id: 'saleDue', head: t('admin.sale.due'), cell: ({ sale }) => amount(sale?.due), figures: true },
    {
      id: 'saleOrder',
      head: t('admin.sale.order'),
      cell: ({ sale }) =>
        sale?.order_id ? (
          <Link to={`${paths.adminOrders}?view=${sale.order_id}`} className={TEXT_LINK}>
            {sale.order_id}
          </Link>
        ) : (
          '–'
        ),
    },
  ];
}
