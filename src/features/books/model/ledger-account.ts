/** The accounts of the ledger that have a name on the screen. */
export const ACCOUNTS = [
  'bank',
  'bank_fees',
  'billed_not_received',
  'card_fees',
  'cash',
  'deposits',
  'earnings',
  'fees_to_pass_on',
  'gateway',
  'payouts_in_transit',
  'receivable',
  'refunds_due',
  'seller_payable',
  'tax_payable',
  'unidentified_receipts',
] as const;
