/** The server functions and types of this feature that other features may import. */
export { listSubscribers } from '../admin/server/manage-subscribers.ts';
export { deleteUnconfirmed } from './newsletter-store.ts';
