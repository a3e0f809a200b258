/** The server functions and types of this feature that other features may import. */
export { deleteSecondFactor } from './second-factor-store.ts';
