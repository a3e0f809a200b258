/** The server functions of this feature that other features may import. */
export { slipsByOrder } from './show-slips.ts';
export { deleteOldSlips } from './slip-store.ts';
