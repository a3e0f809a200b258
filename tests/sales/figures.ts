import { statementDifferences } from '#features/bank-statements/server/statement-differences.ts';
import { orderDifferences } from '#features/bookings/server/order-differences.ts';
import { bookFaults } from '#features/books/server/book-faults.ts';
import { MONEY_ACCOUNTS } from '#features/ledger/server/api.ts';
import { billNow } from '../support/payments/billing.ts';
import { getJson } from '../support/server/test-app.ts';
import type { Sale } from './sale.ts';

/** What was received for an order and not given back, in cents, by each place that says it. */
export type Figures = { life: string; received: Record<string, number>; open: Record<string, number> };

/** Returns the figures of an order by ledger, database, buyer's page, office's page, list of bookings and list of payments. */
export async function figuresOf({ world: { app, pool, admin }, buyer }: Sale, order: number): Promise<Figures> {
  const [mine, office] = [
    (await getJson(app, `/api/orders/${order}`, buyer.cookie)).body,
    (await getJson(app, `/api/admin/orders/${order}`, admin.cookie)).body,
  ];
  const booking = (await getJson(app, '/api/my-bookings', buyer.cookie)).body.items.find(
    ({ order_id }: { order_id: number }) => order_id === order,
  );
  const payments = await Promise.all(
    office.payments.map(
      async ({ id }: { id: number }) => (await getJson(app, `/api/payments/${id}`, admin.cookie)).body,
    ),
  );
  const { rows } = await pool.query(
    `select coalesce(sum(l.cents), 0) as cents from ledger_lines l join ledger_entries e on e.id = l.entry_id
     left join payments p on p.id = e.payment_id
     where l.account in ${MONEY_ACCOUNTS} and coalesce(e.order_id, p.order_id) = $1 and (e.payment_id is not null or e.source = 'cash receipt')`,
    [order],
  );
  const cents = (amount: number) => Math.round(amount * 100);
  const inPerson = office.cash_held_cents as number;
  const paid = payments
    .filter((payment) => payment.captured_at !== null)
    .reduce((sum, { amount, given_back, refunds }) => {
      const sent = refunds.filter(({ done }: { done: boolean }) => done);
      return (
        sum +
        cents(amount - given_back - sent.reduce((all: number, refund: { amount: number }) => all + refund.amount, 0))
      );
    }, 0);
  return {
    life: mine.life,
    received: {
      ledger: rows[0].cents,
      buyer: mine.money.received_cents,
      office: office.money.received_cents,
      payments: paid + inPerson,
      ...(booking && {
        bookings: cents(booking.received_price + booking.in_person - booking.given_back - booking.refunded_price),
      }),
    },
    open: { buyer: mine.money.open_cents, office: office.money.open_cents },
  };
}

/** Returns all that does not agree: figures of the orders of a sale by place, and what `npm run verify` would find. */
export async function disagreements(sale: Sale): Promise<string[]> {
  const { pool } = sale.world;
  await billNow(pool);
  const found: string[] = [];
  for (const order of sale.orders) {
    const { received, open } = await figuresOf(sale, order);
    for (const figures of [received, open])
      if (new Set(Object.values(figures)).size > 1) found.push(`order ${order}: ${JSON.stringify(figures)}`);
  }
  const faults = [
    ...(await statementDifferences(pool)),
    ...(await orderDifferences(pool)),
    ...(await bookFaults(pool)),
  ];
  return [...found, ...faults.map((fault) => JSON.stringify(fault))];
}
