/** The server functions of this feature that other features may import. */
export { choiceOfOrder, insertChoice, linesOfOrder } from './order-line-store.ts';
export { publishTransportRates } from './publish-rates.ts';
export { ratesOf } from './rate-store.ts';
