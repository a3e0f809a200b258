/**
 * Accounts on which money of buyers arrives and from which it goes back. A transfer moves the account of unidentified receipts. Before
 * migration 087, what staff recorded by hand moved the bank itself.
 */
export const MONEY_ACCOUNTS =
  "('gateway', 'bank', 'bank_in_transit', 'cash', 'card_terminal', 'unidentified_receipts')";

/** Entries `e` by which money of buyers arrived, and those that take back a transfer of another order. */
export const IS_RECEIPT = "(e.kind in ('capture', 'cash') or e.kind = 'match undone' and e.payment_id is not null)";

/** Entries `e` by which money went back to buyers, and those of refunds that failed. */
export const IS_REFUND = "e.kind in ('refund', 'refund failed')";
