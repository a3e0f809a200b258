import { type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';

/** The account that a transfer came from, as a line of a bank statement names it. */
export type Payer = { lineId: number; name: string | null; account: string };

const PAYER = statement(`
  select l.id as "lineId", l.counterparty as name, l.counterparty_account as account
  from payments p join statement_lines l on l.id = p.statement_line_id where p.id = $1 and l.counterparty_account <> ''`);
const SENT_TODAY = statement('select sent_to_payers_today($1) as cents');
const INSERT = statement(`
  insert into refund_transfers (refund_id, account_id, payer_line_id, reason, reference, admin_id)
  values ($1, $2, $3, $4, nullif(left($5, 200), ''), $6)`);

/** Returns the payer of a transfer; null if the bank did not name the account. */
export async function payerOf(db: Queryable, paymentId: number): Promise<Payer | null> {
  return (await rowsOf<Payer>(db, PAYER, [paymentId]))[0] ?? null;
}

/** Returns what a person recorded within a day as sent back to payers. The caller holds the lock of the person. */
export async function sentToPayersToday(db: Queryable, adminId: number): Promise<number> {
  return (await rowsOf<{ cents: number }>(db, SENT_TODAY, [adminId]))[0]?.cents ?? 0;
}

export type RefundTarget = { accountId: number } | { payerLineId: number; reason: string };

/** Records where a refund was sent to. The caller holds the lock of its payment. */
export async function insertRefundTransfer(
  db: Queryable,
  refundId: number,
  target: RefundTarget,
  { reference, adminId }: { reference: string | null; adminId: number | null },
): Promise<void> {
  const [account, line, reason] =
    'accountId' in target ? [target.accountId, null, null] : [null, target.payerLineId, target.reason];
  await rowsOf(db, INSERT, [refundId, account, line, reason, reference, adminId]);
}
