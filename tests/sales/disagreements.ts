import { orderDifferences } from '#features/aftersales/bookings/server/order-differences.ts';
import { tellOrderNews } from '#features/aftersales/bookings/server/order-news.ts';
import { statementDifferences } from '#features/bookkeeping/bank-statements/server/statement-differences.ts';
import { bookFaults } from '#features/bookkeeping/books/server/book-faults.ts';
import { billNow } from '../support/payments/billing.ts';
import { contradictions, type Said, sayings } from './said.ts';
import { saidByLedger, saidByReports } from './said-by-books.ts';
import { saidByMails } from './said-by-mails.ts';
import { saidByPapers } from './said-by-papers.ts';
import { saidByScreens } from './said-by-screens.ts';
import type { Sale } from './sale.ts';

const MOVED = `
  select
    coalesce((select sum(amount_cents) from payments where order_id = $1 and captured_at is not null), 0)
      + coalesce((select sum(cents) from cash_receipts where order_id = $1), 0)
      - coalesce((select sum(g.amount_cents) from provider_refunds g join payments p on p.id = g.payment_id where p.order_id = $1 and g.failed_at is null), 0)
      as arrived,
    coalesce((select sum(r.amount_cents) from refunds r join payments p on p.id = r.payment_id where p.order_id = $1 and r.failed_at is null), 0)
      + coalesce((select sum(cents) from cash_returns where order_id = $1), 0) as promised,
    coalesce((select sum(r.amount_cents) from refunds r join payments p on p.id = r.payment_id
      where p.order_id = $1 and p.method = 'bank_transfer' and r.done_at is not null and r.failed_at is null), 0) as "sent by transfer",
    coalesce((select sum(cents) from cash_receipts where order_id = $1), 0) as "taken in person",
    coalesce((select sum(cents) from cash_returns where order_id = $1), 0) as "given back in person"`;

/** Compares all statements about the money of a sale. Returns the contradictions and the findings of `npm run verify`. */
export async function disagreements(sale: Sale): Promise<string[]> {
  const { pool, depsAt } = sale.world;
  await billNow(pool);
  await tellOrderNews(depsAt(0), (error) => Promise.reject(error));
  const { ofOrder, ofAll } = await saidByReports(sale);
  const found = contradictions(ofAll);
  for (const order of sale.orders) {
    const { page, said: screens } = await saidByScreens(sale, order);
    const { told, said: mails } = await saidByMails(sale, page);
    const [moved] = (await pool.query(MOVED, [order])).rows;
    const said: Said[] = [
      ...screens,
      ...(await saidByLedger(sale, order, page.life)),
      ...(await saidByPapers(sale, order, page)),
      ...mails,
      ...ofOrder(order),
      ...sayings('database', moved),
    ];
    const wrong = contradictions(said);
    found.push(...wrong.map((each) => `order ${order}, ${each}`));
    if (wrong.length > 0) found.push(told.join('; '));
  }
  const faults = [
    ...(await statementDifferences(pool)),
    ...(await orderDifferences(pool)),
    ...(await bookFaults(pool)),
  ];
  return [...found, ...faults.map((fault) => JSON.stringify(fault))];
}
