/** The server functions and types of this feature that other features may import. */
export { answerOf, answersOf, askOrder, type OrderAnswer, reasonText, refusal, TIMELESS } from './ask-order.ts';
export { factsOfOrders, IS_CARD_HELD, isReported } from './order-facts-store.ts';
export { awaitReturns, isReturnAwaited } from './return-store.ts';
