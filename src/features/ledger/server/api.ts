/** The server functions and types of this feature that other features may import. */
export { billedOf, postBill, setReceivable } from './billing-entries.ts';
export {
  isEarned,
  limitDeposit,
  postCapture,
  postCash,
  postCashReturn,
  postCharges,
  postHandover,
  postMatchUndone,
  postRefund,
  postSecurity,
  postShortfall,
  releaseDeposit,
  reverseRefund,
  setRefundDue,
} from './ledger-store.ts';
export {
  type BookedPayout,
  type Payable,
  payableOf,
  postPayoutBooked,
  postPayoutSent,
  postPayoutUndone,
} from './payout-entries.ts';
export { postMatch, postStatementLines, undoMatch } from './statement-entries.ts';
