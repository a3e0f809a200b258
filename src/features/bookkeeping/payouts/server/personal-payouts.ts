import { payableOf, payoutAccountOf } from '#features/payments/server/api.ts';
import { type Queryable, rowsOf, statement } from '#lib/server/database/postgres.ts';

const ACCOUNTS = statement(`
  select holder, address, bank, account, bic, entered_at, effective_at, canceled_at from payout_accounts
  where user_id = $1 and erased_at is null order by id`);
const PAYOUTS = statement(`
  select p.cents, p.currency, p.state, p.fee_cents, p.reason, p.created_at, p.sent_at, p.ended_at, a.account,
    (select json_agg(json_build_object('order_id', o.order_id, 'cents', o.cents) order by o.order_id) from payout_orders o where o.payout_id = p.id) as orders
  from payouts p join payout_accounts a on a.id = p.account_id where p.seller_id = $1 order by p.id`);
const ERASE = statement(`
  update payout_accounts a set holder = '', bank = '', account = '', bic = '', erased_at = now(), canceled_at = coalesce(canceled_at, now())
  where user_id = $1 and id is distinct from $2 and erased_at is null
    and not exists (select 1 from payouts p where p.account_id = a.id)
    and not exists (select 1 from refund_transfers t where t.account_id = a.id)
    and not exists (select 1 from cash_returns c where c.account_id = a.id)
    and not exists (select 1 from security_moves s where s.account_id = a.id) returning id`);
const REFUNDS_WAIT = statement(`
  select 1 from refunds r join payments p on p.id = r.payment_id
  where p.user_id = $1 and p.method = 'bank_transfer' and r.done_at is null and r.failed_at is null`);
/** Money taken in person for an order that was not completed, and security deposits. Both are returned by transfer. */
const HELD = statement(`
  select 1 from orders o where o.user_id = $1 and (
    exists (select 1 from order_security s where s.order_id = o.id and s.held_cents > 0)
    or o.life <> 'completed'
      and (select sum(a.cents) from allocations a where a.order_id = o.id and a.cash_receipt_id is not null) > 0) limit 1`);

/** Returns the bank accounts of a user, for the export of personal data. */
export const payoutAccountsToExport = (db: Queryable, userId: number): Promise<Record<string, unknown>[]> =>
  rowsOf(db, ACCOUNTS, [userId]);

/** Returns the payouts of a seller, for the export of personal data. */
export const payoutsToExport = (db: Queryable, userId: number): Promise<Record<string, unknown>[]> =>
  rowsOf(db, PAYOUTS, [userId]);

/**
 * Erases the bank accounts of a user that no money went to; the others prove whom we paid. While the user is owed money, the account in effect
 * stays, because the money goes there. An account that waits never takes effect.
 */
export async function erasePayoutAccounts(db: Queryable, userId: number): Promise<void> {
  const isOwed =
    (await payableOf(db, userId)).some(({ cents }) => cents > 0) ||
    (await rowsOf(db, REFUNDS_WAIT, [userId])).length > 0 ||
    (await rowsOf(db, HELD, [userId])).length > 0;
  const kept = isOwed ? await payoutAccountOf(db, userId) : null;
  await rowsOf(db, ERASE, [userId, kept?.id ?? null]);
}

/** Erases nothing: a payout names its seller by number only, and the law requires it. */
export async function keepPayouts(): Promise<void> {}
