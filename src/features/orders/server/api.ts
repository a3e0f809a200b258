/** The server functions and types that later areas and the app use. */

export { waitsOfOrders } from '#features/orders/order-pages/admin/server/admin-order-store.ts';
export type { OrderDeps } from '#features/orders/orders/server/order-deps.ts';
export { findOrderHold } from '#features/orders/orders/server/order-store.ts';
export {
  claimsOf,
  linesOfCars,
  linesOfTransport,
  type OrderFacts,
  orderFacts,
} from '../billing/server/order-facts.ts';
export { issueProForma } from '../billing/server/pro-forma.ts';
export { mailHoldEnded, mailHoldEnds, mailHoldTaken } from '../card-holds/server/card-hold-mails.ts';
export { isCardHold } from '../card-holds/server/card-hold-store.ts';
export { deleteOldDrivers } from '../drivers/server/driver-store.ts';
export { followAccountChanges } from '../holds/server/account-changes.ts';
export { endLapsedHold, remindHolds } from '../holds/server/end-hold.ts';
export { answerToUndo, receiveTransfer, undoReceivedTransfer } from '../holds/server/receive-transfer.ts';
export { tellWaiting } from '../holds/server/wait-for-car.ts';
export { cancelOrder, completeOrder, returnSurplus } from '../order-pages/server/end-order.ts';
export { currentConsignee } from '../orders/server/consignee-store.ts';
export { activateOrder, makeOrder } from '../orders/server/make-order.ts';
export { mailCompleted, mailHold, mailItemPaid } from '../orders/server/order-mails.ts';
export {
  type Actor,
  carsOfOrders,
  findOrder,
  lockOrder,
  lockOrderAndCars,
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
export { slipsByOrder } from '../transfer-slips/server/show-slips.ts';
export { deleteOldSlips } from '../transfer-slips/server/slip-store.ts';
