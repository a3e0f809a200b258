/** The server functions and types of this feature that other features may import. */
export { isNamedByOpenLine, transferAwaitedUntil } from './awaited-transfer.ts';
