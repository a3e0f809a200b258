/** The server functions and types of this feature that other features may import. */
export { type ApprovalKind, cancelProposalsOf, propose } from './approve.ts';
