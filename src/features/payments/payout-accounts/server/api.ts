/** The server functions and types of this feature that other features may import. */
export { accountToGiveBack } from './give-back-account.ts';
export { payoutAccountsOf } from './payout-account-response.ts';
export { type PayoutAccount, payoutAccountOf } from './payout-account-store.ts';
export { refundAccountText, refundByTransferTexts } from './refund-words.ts';
