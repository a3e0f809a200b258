/** The server functions and types that later areas and the app use. */
export { mailHoldEnded, mailHoldEnds, mailHoldTaken } from '../card-holds/server/card-hold-mails.ts';
export { isCardHold } from '../card-holds/server/card-hold-store.ts';
export { deleteOldDrivers } from '../drivers/server/driver-store.ts';
export { waitsOfOrders } from '../orders/admin/server/order-queue-store.ts';
export {
  claimsOf,
  linesOfCars,
  linesOfTransport,
  type OrderFacts,
  orderFacts,
} from '../orders/server/billing/order-facts.ts';
export { currentConsignee } from '../orders/server/consignee/consignee-store.ts';
export { cancelOrder, completeOrder, returnSurplus } from '../orders/server/end-order.ts';
export { activateOrder, makeOrder } from '../orders/server/make-order.ts';
export type { OrderDeps } from '../orders/server/order-deps.ts';
export { findOrderHold } from '../orders/server/order-hold-store.ts';
export {
  type Actor,
  carsOfOrders,
  findOrder,
  lockOrder,
  movesOfOrder,
  orderNotFound,
  sellersOfOrder,
} from '../orders/server/order-store.ts';
export { orderPayments } from '../orders/server/pay-item.ts';
export {
  addPlanItem,
  itemToRemindOf,
  ordersToRemind,
  planOfOrder,
  planTransport,
  remindAgain,
  revisePlan,
  stopReminding,
} from '../orders/server/plan-store.ts';
export { followAccountChanges } from '../orders/server/transfers/account-changes.ts';
export { endLapsedHold, remindHolds } from '../orders/server/transfers/end-hold.ts';
export { issueProForma } from '../orders/server/transfers/pro-forma.ts';
export { receiveTransfer, undoReceivedTransfer } from '../orders/server/transfers/receive-transfer.ts';
export { mailCompleted, mailHold, mailItemPaid } from '../orders/server/transfers/transfer-mails.ts';
export { tellWaiting } from '../orders/server/waiting/wait-for-car.ts';
export { slipsByOrder } from '../transfer-slips/server/show-slips.ts';
export { deleteOldSlips } from '../transfer-slips/server/slip-store.ts';
