import type pg from 'pg';
import { actingAdmin, audit } from '#features/audit/server/api.ts';
import type { DocumentDeps } from '#features/documents/server/api.ts';
import { postCash } from '#features/ledger/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import type { CashReceipts } from '#lib/server/database/rows.ts';
import { type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';
import type { Origin } from '#lib/server/http/caller.ts';
import { openCents } from '../model/order.ts';
import { issueCashReceipt } from './cash-receipt-paper.ts';
import { allocateCash } from './order-payments.ts';
import { lockOrder } from './order-store.ts';
import { orderNotFound } from './pay-item.ts';

const INSERT = statement(`
  insert into cash_receipts (order_id, key, method, cents, note, admin_id) values ($1, $2, $3, $4, $5, $6)
  on conflict (key) do nothing returning id`);
const FIND = statement('select order_id, method, cents from cash_receipts where key = $1');

export type CashReceipt = Pick<CashReceipts, 'key' | 'method' | 'cents' | 'note'>;

/** Records money that staff took in person for an order, and issues its receipt. A repeated call with the same key changes nothing. */
export async function takeCash(
  { pool, documents }: { pool: pg.Pool; documents: DocumentDeps },
  adminId: number,
  orderId: number,
  receipt: CashReceipt,
  origin: Origin,
): Promise<void> {
  await withTransaction(pool, async (db) => {
    const order = await lockOrder(db, orderId);
    if (!order) throw orderNotFound();
    const { key, method, cents, note } = receipt;
    if (await isRepeated(db, orderId, receipt)) return;
    if (order.life !== 'active') throw new AppError('conflict', 'the order has ended', { messageKey: 'orders.ended' });
    if (cents > openCents(order)) throw new AppError('conflict', 'more than open', { messageKey: 'orders.tooMuch' });
    const [row] = await rowsOf<{ id: number }>(db, INSERT, [orderId, key, method, cents, note, adminId]);
    if (!row) throw reused();
    await allocateCash(db, orderId, row.id, cents);
    await postCash(db, orderId, row.id, cents);
    await audit(db, origin, {
      actor: actingAdmin(adminId),
      action: 'cash received',
      subject: { kind: 'order', id: orderId },
      details: { receipt: row.id, method, cents, note },
    });
    const subject = { kind: 'cash receipt', id: row.id };
    await issueCashReceipt(db, documents, order, { subject, what: 'payment', cents, method });
  });
}

const reused = () => new AppError('unprocessable', 'the key of a receipt was reused with other content');

/** Whether the receipt was recorded before. Throws if its key belongs to another receipt. */
async function isRepeated(db: Queryable, orderId: number, { key, method, cents }: CashReceipt): Promise<boolean> {
  const [row] = await rowsOf<Pick<CashReceipts, 'order_id' | 'method' | 'cents'>>(db, FIND, [key]);
  if (!row) return false;
  if (row.order_id !== orderId || row.method !== method || row.cents !== cents) throw reused();
  return true;
}
