/** card: by a terminal in the office · transfer: seen on the account by staff */
export const CASH_METHODS = ['cash', 'card', 'transfer'] as const;
export type CashMethod = (typeof CASH_METHODS)[number];
