/** The server functions and types of this feature that other features may import. */
export {
  allBankAccounts,
  type BankAccountRow,
  bankAccountInForce,
  pendingBankAccount,
  peopleToTell,
} from './bank-account-store.ts';
export { foreignAccounts } from './foreign-account-store.ts';
export { type AccountStanding, mayIssueInvoices, standingOfAccount } from './list-bank-accounts.ts';
export { readOperator } from './read-operator.ts';
