-- Payments by bank transfer, and the accounts and causes of the ledger that the rest of a sale needs.

alter table payments
  drop constraint payments_method_check,
  add constraint payments_method_check check (method in ('credit_card', 'paypal', 'upi', 'bank_transfer'));

comment on column payments.amount_cents is
  'What is authorised and captured now: of a car, the booking amount, a share of total_cents. Of a bank transfer, what is '
  'expected until it arrives, then what arrived.';

alter table ledger_entries
  drop constraint ledger_entries_kind_check,
  add constraint ledger_entries_kind_check check (kind in (
    'capture', 'refund', 'refund failed', 'earned', 'cash', 'handover',
    'shortfall', 'refund due', 'refund due undone', 'invoice', 'credit note', 'paid invoice',
    'unidentified', 'identified', 'match undone', 'bank fee', 'provider payout',
    'payout', 'payout sent', 'payout undone')),
  drop constraint ledger_entries_source_check,
  add constraint ledger_entries_source_check check (source in (
    'order', 'cash receipt', 'statement line', 'document', 'refund', 'payout'));

alter table ledger_lines
  drop constraint ledger_lines_account_check,
  add constraint ledger_lines_account_check check (account in (
    'gateway', 'bank', 'cash', 'payouts_in_transit', 'receivable', 'billed_not_received',
    'deposits', 'refunds_due', 'seller_payable', 'tax_payable', 'fees_to_pass_on', 'unidentified_receipts',
    'earnings', 'bank_fees', 'card_fees'));

alter table allocations
  add column kind text not null default 'money' check (kind in ('money', 'shortfall'));

comment on column allocations.kind is
  'money: received or given back · shortfall: what banks kept of a transfer, within the tolerance, and we bear.';
