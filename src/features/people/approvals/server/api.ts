/** The server functions and types of this feature that other features may import. */
export { openProposal } from './approval-store.ts';
export { type ApprovalKind, cancelProposalsOf, propose } from './approve.ts';
