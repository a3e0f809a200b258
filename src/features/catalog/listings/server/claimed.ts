/** SQLSTATE raised by the trigger listing_guarded (db/migrations/007-payments.sql). */
export const CLAIMED = 'CQ001';
