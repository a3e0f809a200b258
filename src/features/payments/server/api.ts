/** The server functions and types that later areas and the app use. */

export { disputesOfOrder } from '#features/payments/payments/server/disputes/dispute-store.ts';
export {
  changeRentalDates,
  checkAmount,
  checkBuyer,
  quoteForUpdate,
  takeClaim,
  updateRentedStatus,
} from '#features/payments/payments/server/quote-for-update.ts';
export { newestRefundOf, refundsOfOrder } from '#features/payments/payments/server/refunds/refund-store.ts';
export { capturePayment, findHoldingPayment } from '#features/payments/payments/server/start-payment.ts';
export { reduceHold, releaseHold } from '#features/payments/payments/server/transfers/receive-transfer.ts';
export {
  accountToGiveBack,
  payoutAccountsOf,
  refundAccountText,
  refundByTransferTexts,
} from '#features/payments/payout-accounts/server/change-payout-account.ts';
export { checkDestination, decideDestination, type NamedCountry } from '../destinations/server/decide-destination.ts';
export {
  answersOfOrder,
  answersToExport,
  type CarPlace,
  destinationOfPayment,
  destinationsOfOrder,
  destinationsOfPayments,
  eraseDeclarations,
  eraseUnpaidBuyingFor,
  eraseUnpaidDeclarations,
  insertDestination,
  isDestinationNotSaid,
  noteNotSaid,
  placesOfOrders,
} from '../destinations/server/destination-store.ts';
export { mailProhibited, recordAnswers } from '../destinations/server/record-answers.ts';
export { GatewayTimeout } from '../gateways/server/payment-gateway.ts';
export { billedOf, postBill, setReceivable } from '../ledger/server/billing-entries.ts';
export {
  deductionsOf,
  heldForBuyer,
  postDecision,
  postDeduction,
  postReduction,
  sellerOwes,
  setReducedTax,
} from '../ledger/server/decision-entries.ts';
export { type PaidOut, paidOutOf } from '../ledger/server/dispute-entries.ts';
export { endFreeze, type Frozen, freezeOrder, frozenOf, releaseFreeze } from '../ledger/server/freezes.ts';
export {
  foldLedger,
  IS_RECEIPT,
  IS_REFUND,
  MONEY_ACCOUNTS,
  postCash,
  postCashReturn,
  postCharges,
  postHandover,
  postSecurity,
  postShortfall,
  postTransport,
} from '../ledger/server/ledger-store.ts';
export {
  type BookedPayout,
  type Payable,
  payableOf,
  postPayoutBooked,
  postPayoutSent,
  postPayoutUndone,
} from '../ledger/server/payout-entries.ts';
export {
  type MatchEntry,
  postCashReturnBooked,
  postMatch,
  postStatementLines,
  postTransportBill,
  undoMatch,
} from '../ledger/server/statement-entries.ts';
export {
  answerOf,
  answersOf,
  askOrder,
  type OrderAnswer,
  reasonText,
  refusal,
  TIMELESS,
} from '../order-acts/server/ask-order.ts';
export { factsOfOrders, IS_CARD_HELD, isReported } from '../order-acts/server/order-facts-store.ts';
export { awaitReturns, endOfCars, isReturnAwaited } from '../order-acts/server/return-store.ts';
export { bankDaysFrom, newestTerms } from '../order-terms/server/terms-store.ts';
export {
  carsOfVin,
  countFailedRefunds,
  type PaymentEntry,
  saleFactsOf,
  usersLike,
} from '../payments/admin/server/admin-payment-store.ts';
export { listAllPayments } from '../payments/admin/server/admin-payments.ts';
export { toPaymentResponse } from '../payments/server/get-payment-status.ts';
export { pay } from '../payments/server/pay.ts';
export type { DisputeNews, PaymentDeps, PaymentHooks } from '../payments/server/payment-deps.ts';
export { type ParsedForm, parsePaymentForm } from '../payments/server/payment-instrument.ts';
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
} from '../payments/server/payment-store.ts';
export {
  refundableCents,
  refundablePayments,
  requestRefund,
  settleRefundsOf,
  updateRefundDue,
} from '../payments/server/refunds/refund-payment.ts';
export {
  isPending,
  lockPeople,
  lockPerson,
  needsSecondPerson,
  outstandingOfOrder,
  type PaymentRefunds,
  refundLimit,
  refundsByPayment,
  refundsOfPayment,
  refundsSent,
  refundsToSend,
} from '../payments/server/refunds/refund-store.ts';
export { settlePayment } from '../payments/server/settle-payment.ts';
export {
  CALL_TIMEOUT_S,
  countPaymentAttempt,
  hashRequest,
  type Payer,
  type PaymentStatus,
  startPayment,
} from '../payments/server/start-payment.ts';
export {
  captureHold,
  giveUpTransfer,
  lockHold,
  type ReceivedMoney,
  recordTransfer,
  returnTransfer,
  undoTransfer,
  withdrawCapture,
} from '../payments/server/transfers/receive-transfer.ts';
export {
  lockTransferRefunds,
  recordRefundProven,
  recordTransferRefundReturned,
} from '../payments/server/transfers/refund-transfers.ts';
export { releaseWholeDeposit, undoPayment } from '../payments/server/undo-payment.ts';
export { payoutAccountOf } from '../payout-accounts/server/payout-account-store.ts';
export {
  changeFee,
  feeChangeOf,
  lockRentalFee,
  type NextFee,
  nextFeesOf,
  recordRentalPlace,
  rentalTimesOf,
} from '../rental-offers/server/rental-store.ts';
export { publishTransportRates } from '../trade-terms/server/save-rates.ts';
export { choiceOfOrder, insertChoice, linesOfOrder, ratesOf } from '../trade-terms/server/trade-term-store.ts';
