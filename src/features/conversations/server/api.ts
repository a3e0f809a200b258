/** The server functions and types that later areas and the app use. */

export { deleteHeldMessages } from '../threads/server/message-store.ts';
export { openOrderThread } from '../threads/server/order-thread.ts';
export { deleteOldThreads, deleteThreadKeys } from '../threads/server/thread-store.ts';
