/** The server functions and types that later areas and the app use. */
export { isNamedByOpenLine, transferAwaitedUntil } from '../bank-statements/server/awaited-transfer.ts';
