/** The server functions and types of this feature that other features may import. */
export { deleteOldDrivers } from './driver-store.ts';
