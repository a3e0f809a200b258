/** How staff take money in person. card: by a terminal in the office. A transfer comes in by a line of a bank statement. */
export const TAKEN_METHODS = ['cash', 'card'] as const;
export type TakenMethod = (typeof TAKEN_METHODS)[number];

/** transfer: money that is given back, and receipts from the time when staff could record a transfer by hand */
export const CASH_METHODS = [...TAKEN_METHODS, 'transfer'] as const;
export type CashMethod = (typeof CASH_METHODS)[number];
