/** The server functions and types of this feature that other features may import. */
export { cancelOrder, completeOrder } from './end-order.ts';
export { makeOrder } from './make-order.ts';
export { orderPayments } from './order-payments.ts';
export { toOrderResponse, toSummaries } from './order-responses.ts';
export { type Actor, carsOfOrders, findOrder } from './order-store.ts';
export { orderNotFound } from './pay-item.ts';
export { nextItemOf, ordersToRemind, remindAgain, stopReminding } from './reminder-store.ts';
