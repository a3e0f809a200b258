import { Link } from 'react-router';
import { contractPath, orderPath } from '#features/orders/orders/client/order-client.ts';
import { carsName } from '#features/orders/orders/components/order-cars.tsx';
import { needsContract } from '#features/orders/orders/model/order.ts';
import type { OrderSummary } from '#features/orders/orders/model/order-contract.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { Translator } from '#lib/i18n/translator.ts';
import { amountOf } from '#lib/money.ts';
import { TEXT_LINK } from '#ui/button.tsx';
import { Icon, type IconName } from '#ui/icon.tsx';

type Todo = { path: string; text: string; icon: IconName; isLate: boolean };

/** What the buyer has to do: contracts to accept, then payments, the earliest first. */
export function OrdersToDo({ orders }: { orders: OrderSummary[] }) {
  const t = useTranslator();
  return (
    <ul className="grid gap-3">
      {todosOf(orders, t).map(({ path, text, icon, isLate }) => (
        <li key={text + path}>
          <Link
            to={path}
            className={`flex items-center gap-3 rounded-lg border p-4 font-semibold underline-offset-4 hover:underline ${isLate ? 'border-danger bg-danger-ground' : 'border-waiting bg-waiting-ground'}`}
          >
            <Icon name={icon} className="size-5" />
            {text}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Holds that ended without a booking, which no list of bookings shows. */
export function EndedHolds({ orders }: { orders: OrderSummary[] }) {
  const t = useTranslator();
  return (
    <ul className="grid gap-2">
      {orders.map((order) => (
        <li key={order.id}>
          <Link to={orderPath(order.id)} className={TEXT_LINK}>
            {t('orders.endedHold', { car: carsName(order), day: t.utcDay(order.ended_at ?? order.created_at) })}
          </Link>
        </li>
      ))}
    </ul>
  );
}

export const hasTodo = (order: OrderSummary): boolean => needsContract(order) || order.money.next !== null;

function todosOf(orders: OrderSummary[], t: Translator): Todo[] {
  const contracts = orders.filter(needsContract).map(
    (order): Todo => ({
      path: contractPath(order.id),
      text: t('orders.todo.contract', { car: carsName(order) }),
      icon: 'document',
      isLate: false,
    }),
  );
  return [...contracts, ...orders.toSorted(byDueDay).flatMap((order) => payment(order, t))];
}

const dueDay = ({ money }: OrderSummary) => money.next?.due_on ?? '';
const byDueDay = (one: OrderSummary, other: OrderSummary) => dueDay(one).localeCompare(dueDay(other));

function payment(order: OrderSummary, t: Translator): Todo[] {
  const { next, overdue } = order.money;
  if (!next) return [];
  const values = { amount: t.price(amountOf(next.amount_cents)), car: carsName(order), day: t.utcDay(next.due_on) };
  return [
    {
      path: orderPath(order.id),
      text: t(keyOf(order), values),
      icon: overdue ? 'warning' : 'key',
      isLate: overdue,
    },
  ];
}

function keyOf({ money: { overdue, next }, offer, life }: OrderSummary) {
  if (life === 'held') return 'orders.todo.transfer';
  if (overdue) return 'orders.todo.overdue';
  if (next?.kind === 'charge') return 'orders.todo.charge';
  return offer === 'Rent' ? 'orders.todo.pickUp' : 'orders.todo.pay';
}
