/** The server functions and types that later areas and the app use. */
export {
  answersOfOrder,
  answersToExport,
  type CarPlace,
  eraseDeclarations,
  eraseUnpaidDeclarations,
  isDestinationNotSaid,
  placesOfOrders,
} from '../destinations/server/answer-store.ts';
export { checkDestination, type NamedCountry } from '../destinations/server/check-destination.ts';
export { decideDestination } from '../destinations/server/decide-destination.ts';
export {
  destinationOfPayment,
  destinationsOfOrder,
  destinationsOfPayments,
  eraseUnpaidBuyingFor,
  insertDestination,
  noteNotSaid,
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
export { foldLedger } from '../ledger/server/fold-ledger.ts';
export { endFreeze, type Frozen, freezeOrder, frozenOf, releaseFreeze } from '../ledger/server/freezes.ts';
export {
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
export { IS_RECEIPT, IS_REFUND, MONEY_ACCOUNTS } from '../ledger/server/received-sql.ts';
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
export { awaitReturns, isReturnAwaited } from '../order-acts/server/return-store.ts';
export { bankDaysFrom } from '../order-terms/server/bank-day-store.ts';
export { newestTerms } from '../order-terms/server/terms-store.ts';
export { countFailedRefunds, type PaymentEntry } from '../payments/admin/server/admin-payment-store.ts';
export { listAllPayments } from '../payments/admin/server/admin-payments.ts';
export { carsOfVin, saleFactsOf, usersLike } from '../payments/admin/server/sale-facts-store.ts';
export { findHoldingPayment } from '../payments/server/bind-payment.ts';
export { capturePayment } from '../payments/server/capture-payment.ts';
export { disputesOfOrder } from '../payments/server/disputes/dispute-store.ts';
export { pay } from '../payments/server/pay.ts';
export type { DisputeNews, PaymentDeps, PaymentHooks } from '../payments/server/payment-deps.ts';
export { type ParsedForm, parsePaymentForm } from '../payments/server/payment-instrument.ts';
export { countPaymentAttempt, type Payer } from '../payments/server/payment-limits.ts';
export { toPaymentResponse } from '../payments/server/payment-response.ts';
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
export { checkAmount, checkBuyer, quoteForUpdate, takeClaim } from '../payments/server/quote-for-update.ts';
export {
  refundableCents,
  refundablePayments,
  requestRefund,
  settleRefundsOf,
  updateRefundDue,
} from '../payments/server/refunds/refund-payment.ts';
export { newestRefundOf, refundsOfOrder } from '../payments/server/refunds/refund-step-store.ts';
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
} from '../payments/server/refunds/refund-store.ts';
export { changeRentalDates, updateRentedStatus } from '../payments/server/rental-dates.ts';
export { settlePayment } from '../payments/server/settle-payment.ts';
export { CALL_TIMEOUT_S, hashRequest, type PaymentStatus, startPayment } from '../payments/server/start-payment.ts';
export {
  captureHold,
  lockHold,
  type ReceivedMoney,
  recordTransfer,
  returnTransfer,
} from '../payments/server/transfers/receive-transfer.ts';
export { recordTransferRefundReturned } from '../payments/server/transfers/refund-returned.ts';
export { lockTransferRefunds, recordTransferRefundSent } from '../payments/server/transfers/refund-sent.ts';
export { reduceHold, releaseHold } from '../payments/server/transfers/release-hold.ts';
export { giveUpTransfer, undoTransfer, withdrawCapture } from '../payments/server/transfers/undo-transfer.ts';
export { releaseWholeDeposit, undoPayment } from '../payments/server/undo-payment.ts';
export { accountToGiveBack } from '../payout-accounts/server/give-back-account.ts';
export { payoutAccountsOf } from '../payout-accounts/server/payout-account-response.ts';
export { payoutAccountOf } from '../payout-accounts/server/payout-account-store.ts';
export { refundAccountText, refundByTransferTexts } from '../payout-accounts/server/refund-words.ts';
export {
  changeFee,
  feeChangeOf,
  lockRentalFee,
  type NextFee,
  nextFeesOf,
} from '../rental-offers/server/rental-fee-store.ts';
export { recordRentalPlace, rentalTimesOf } from '../rental-offers/server/rental-store.ts';
export { choiceOfOrder, insertChoice, linesOfOrder } from '../trade-terms/server/order-line-store.ts';
export { publishTransportRates } from '../trade-terms/server/publish-rates.ts';
export { ratesOf } from '../trade-terms/server/rate-store.ts';
