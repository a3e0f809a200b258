/** The server functions and types of this feature that other features may import. */
export { countFailedRefunds, type PaymentEntry } from '../admin/server/admin-payment-store.ts';
export { listAllPayments } from '../admin/server/admin-payments.ts';
export { carsOfVin, saleFactsOf, usersLike } from '../admin/server/sale-facts-store.ts';
export { findHoldingPayment } from './bind-payment.ts';
export { capturePayment } from './capture-payment.ts';
export { disputesOfOrder } from './disputes/dispute-store.ts';
export { pay } from './pay.ts';
export type { DisputeNews, PaymentDeps, PaymentHooks } from './payment-deps.ts';
export { type ParsedForm, parsePaymentForm } from './payment-instrument.ts';
export { countPaymentAttempt, type Payer } from './payment-limits.ts';
export { toPaymentResponse } from './payment-response.ts';
export {
  deleteGatewayMessages,
  endHeld,
  findByTransaction,
  findPayment,
  insertPayment,
  lockPayment,
  lockPaymentsOfOrder,
  recordPaymentEvent,
  type StoredPayment,
  takeHeld,
} from './payment-store.ts';
export { checkAmount, checkBuyer, quoteForUpdate, takeClaim } from './quote-for-update.ts';
export {
  refundableCents,
  refundablePayments,
  requestRefund,
  requestRefunds,
  settleRefundsOf,
  updateRefundDue,
} from './refunds/refund-payment.ts';
export { newestRefundOf, refundsOfOrder } from './refunds/refund-step-store.ts';
export {
  isPending,
  lockPerson,
  needsSecondPerson,
  outstandingOfOrder,
  type PaymentRefunds,
  refundLimit,
  refundsByPayment,
  refundsOfPayment,
  refundsSent,
  refundsToSend,
  sentCents,
} from './refunds/refund-store.ts';
export { changeRentalDates, updateRentedStatus } from './rental-dates.ts';
export { settlePayment } from './settle-payment.ts';
export { CALL_TIMEOUT_S, hashRequest, type PaymentStatus, startPayment } from './start-payment.ts';
export {
  captureHold,
  lockHold,
  type ReceivedMoney,
  recordTransfer,
  returnTransfer,
} from './transfers/receive-transfer.ts';
export { recordTransferRefundReturned } from './transfers/refund-returned.ts';
export { lockTransferRefunds, recordTransferRefundSent } from './transfers/refund-sent.ts';
export { reduceHold, releaseHold } from './transfers/release-hold.ts';
export { giveUpTransfer, undoTransfer, withdrawCapture } from './transfers/undo-transfer.ts';
export { releaseWholeDeposit, undoPayment } from './undo-payment.ts';
