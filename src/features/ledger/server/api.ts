/** The server functions and types of this feature that other features may import. */
export {
  isEarned,
  limitDeposit,
  postCapture,
  postCash,
  postHandover,
  postRefund,
  postShortfall,
  releaseDeposit,
  reverseRefund,
  setRefundDue,
} from './ledger-store.ts';
