/** The server functions and types of this feature that other features may import. */
export { consigneesToExport, eraseConsignees } from './consignee/consignee-store.ts';
export { consigneeOf } from './consignee/show-consignee.ts';
export { cancelOrder, completeOrder } from './end-order.ts';
export { activateOrder, makeOrder } from './make-order.ts';
export type { OrderDeps } from './order-deps.ts';
export { orderPayments } from './order-payments.ts';
export { toOrderResponse, toSummaries } from './order-responses.ts';
export { type Actor, carsOfOrders, findOrder, lockOrder } from './order-store.ts';
export { orderNotFound } from './pay-item.ts';
export { planOfOrder } from './plan-store.ts';
export { itemToRemindOf, ordersToRemind, remindAgain, stopReminding } from './reminder-store.ts';
export { endLapsedHold } from './transfers/end-hold.ts';
export { findOrderHold } from './transfers/hold-store.ts';
export { insertHold } from './transfers/insert-hold.ts';
export { receiveTransfer, type TransferOutcome } from './transfers/receive-transfer.ts';
export { remindHolds } from './transfers/remind-holds.ts';
export { undoReceivedTransfer } from './transfers/undo-transfer.ts';
export { tellWaiting } from './waiting/tell-waiting.ts';
