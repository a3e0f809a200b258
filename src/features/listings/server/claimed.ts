/** Raised by the guard of db/migrations/0021-payments.sql over cars that somebody pays for, has bought or has rented. */
export const CLAIMED = 'CQ001';
