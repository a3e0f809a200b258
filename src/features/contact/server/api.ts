/** The server functions and types of this feature that other features may import. */
export { readMessages } from './read-messages.ts';
