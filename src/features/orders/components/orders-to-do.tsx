import { Link } from 'react-router';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { amountOf } from '#lib/money.ts';
import { Icon } from '#ui/icon.tsx';
import { orderPath } from '../client/order-client.ts';
import type { OrderSummary } from '../model/order-contract.ts';
import { carsName } from './order-cars.tsx';

/** What the buyer has to pay, the earliest first. */
export function OrdersToPay({ orders }: { orders: OrderSummary[] }) {
  const t = useTranslator();
  return (
    <ul className="grid gap-3">
      {orders.map((order) => {
        const { next, overdue } = order.money;
        if (!next) return null;
        const values = {
          amount: t.price(amountOf(next.amount_cents)),
          car: carsName(order),
          day: t.utcDay(next.due_on),
        };
        const key = keyOf(order);
        return (
          <li key={order.id}>
            <Link
              to={orderPath(order.id)}
              className={`flex items-center gap-3 rounded-lg border p-4 font-semibold underline-offset-4 hover:underline ${overdue ? 'border-danger bg-danger-ground' : 'border-waiting bg-waiting-ground'}`}
            >
              <Icon name={overdue ? 'warning' : 'key'} className="size-5" />
              {t(key, values)}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

function keyOf({ money: { overdue, next }, offer }: OrderSummary) {
  if (overdue) return 'orders.todo.overdue';
  if (next?.kind === 'charge') return 'orders.todo.charge';
  return offer === 'Rent' ? 'orders.todo.pickUp' : 'orders.todo.pay';
}

/** Returns the orders with a next payment, the earliest due first. */
export function toPay(orders: OrderSummary[]): OrderSummary[] {
  return orders
    .filter(({ money }) => money.next !== null)
    .sort((one, other) => (one.money.next?.due_on ?? '').localeCompare(other.money.next?.due_on ?? ''));
}
