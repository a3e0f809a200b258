/** The server functions and types of this feature that other features may import. */
export { leaveDeposit, limitDeposit, postCapture, postRefund, reverseRefund, wasEarned } from './ledger-store.ts';
