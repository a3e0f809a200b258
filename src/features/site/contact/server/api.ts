/** The server functions and types of this feature that other features may import. */
export { deleteMessagesOlderThan } from './contact-store.ts';
export { readMessages } from './read-messages.ts';
