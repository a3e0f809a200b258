/** The server functions and types of this feature that other features may import. */
export { billedOf, postBill, setReceivable } from './billing-entries.ts';
export {
  type Deduction,
  deductionsOf,
  heldForBuyer,
  postDecision,
  postDeduction,
  postReduction,
  sellerOwes,
  setReducedTax,
} from './decision-entries.ts';
export { type PaidOut, paidOutOf, postDisputeLost, postDisputeMovement } from './dispute-entries.ts';
export { foldLedger } from './fold-ledger.ts';
export {
  endFreeze,
  type Frozen,
  freezeForDispute,
  freezeOrder,
  frozenOf,
  releaseDispute,
  releaseFreeze,
} from './freezes.ts';
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
  postTransport,
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
export { IS_RECEIPT, IS_REFUND, MONEY_ACCOUNTS } from './received-sql.ts';
export {
  type MatchEntry,
  postCashReturnBooked,
  postMatch,
  postStatementLines,
  postTransportBill,
  undoMatch,
} from './statement-entries.ts';
