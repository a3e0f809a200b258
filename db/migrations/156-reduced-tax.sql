-- A reduction of the price after the handover lowers the tax that the books owe, as its credit note does.

alter table ledger_entries
  drop constraint ledger_entries_kind_check,
  add constraint ledger_entries_kind_check check (kind in (
    'capture', 'refund', 'refund failed', 'earned', 'cash', 'handover',
    'shortfall', 'refund due', 'refund due undone', 'invoice', 'credit note', 'paid invoice',
    'unidentified', 'identified', 'match undone', 'bank fee', 'provider payout', 'line matched',
    'payout', 'payout sent', 'payout undone',
    'security taken', 'security returned', 'security used', 'charges',
    'frozen', 'released', 'claim decided', 'price reduced', 'tax reduced', 'deducted',
    'dispute', 'dispute lost', 'transport', 'transport bill')) not valid;
