/** The server functions and types of this feature that other features may import. */
export type { PaymentEntry } from '../admin/server/admin-payment-store.ts';
export { listAllPayments } from '../admin/server/admin-payments.ts';
export { findHoldingPayment } from './bind-payment.ts';
export { capturePayment } from './capture-payment.ts';
export {
  destinationOfPayment,
  destinationsOfPayments,
  eraseUnpaidBuyingFor,
} from './destinations/destination-store.ts';
export type { PaymentDeps, PaymentHooks } from './payment-deps.ts';
export { deleteGatewayMessages, findByTransaction, findPayment, lockPayment } from './payment-store.ts';
export { refundableCents, settleRefund } from './refunds/refund-payment.ts';
export { findRefund, type Refund, refundsByPayment } from './refunds/refund-store.ts';
export { changeRentalDates, updateRentedStatus } from './rental-dates.ts';
export { releaseWholeDeposit, undoPayment } from './undo-payment.ts';
