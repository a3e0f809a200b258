/** The server functions and types of this feature that other features may import. */
export { mailHoldEnded, mailHoldEnds, mailHoldTaken } from './card-hold-mails.ts';
export { isCardHold } from './card-hold-store.ts';
