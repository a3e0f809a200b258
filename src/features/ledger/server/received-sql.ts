/** Accounts on which money of buyers arrives and from which it goes back. A transfer moves the account of unidentified receipts. */
export const MONEY_ACCOUNTS = "('gateway', 'bank', 'cash', 'unidentified_receipts')";

/** Entries `e` by which money of buyers arrived, and those that take back a transfer of another order. */
export const IS_RECEIPT = "(e.kind in ('capture', 'cash') or e.kind = 'match undone' and e.payment_id is not null)";

/** Entries `e` by which money went back to buyers, and those of refunds that failed. */
export const IS_REFUND = "e.kind in ('refund', 'refund failed')";
