/** The server functions and types of this feature that other features may import. */
export { listAllPayments, type PaymentEntry } from '../admin/server/list-payments.ts';
export { findHoldingPayment } from './bind-payment.ts';
export { capturePayment } from './capture-payment.ts';
export { showRented, transitionRental } from './move-rental.ts';
export type { PaymentConsequences, PaymentDeps } from './payment-deps.ts';
export {
  earnPayment,
  lockPaymentOfBooking,
  paymentOfBooking,
  paymentOfTransaction,
  type Refund,
  refundOfBooking,
  refundsOfBookings,
  undoPayment,
} from './payment-of-booking.ts';
export { leftOfPayment, settleRefund } from './refund-payment.ts';
