import type pg from 'pg';
import { openProposal } from '#features/people/server/api.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import type { BankAccount, InvoiceGap } from '../model/bank-account.ts';
import type { BankAccountProposal, BankAccountsResponse, BankAccountVersion } from '../model/bank-account-contract.ts';
import { allBankAccounts, type BankAccountRow, bankAccountInForce, pendingBankAccount } from './bank-account-store.ts';
import { BANK_ACCOUNT_KIND } from './change-bank-account.ts';
import { foreignAccounts } from './foreign-account-store.ts';
import { readOperator } from './read-operator.ts';

export async function listBankAccounts(pool: pg.Pool): Promise<BankAccountsResponse> {
  const now = new Date();
  const [rows, foreign, proposal, { missing }] = await Promise.all([
    allBankAccounts(pool),
    foreignAccounts(pool),
    openProposal(pool, BANK_ACCOUNT_KIND),
    mayIssueInvoices(pool, now),
  ]);
  const inForce = rows.find(({ canceledAt, effectiveAt }) => canceledAt === null && effectiveAt <= now);
  return {
    flag: '1',
    versions: rows.map((row) => toVersion(row, inForce?.version ?? 0, now)),
    proposal: proposal && toProposal(proposal),
    foreign: foreign.map((each) => ({ ...each, addedAt: each.addedAt.toISOString() })),
    missing,
  };
}

function toVersion(row: BankAccountRow, inForce: number, now: Date): BankAccountVersion {
  const { canceledAt, effectiveAt, approvedAt, version } = row;
  const stateOfOther = canceledAt ? 'canceled' : effectiveAt > now ? 'pending' : 'replaced';
  return {
    ...row,
    state: version === inForce ? 'in_force' : stateOfOther,
    approvedAt: approvedAt.toISOString(),
    effectiveAt: effectiveAt.toISOString(),
    canceledAt: canceledAt?.toISOString() ?? null,
  };
}

type OpenProposal = NonNullable<Awaited<ReturnType<typeof openProposal>>>;

function toProposal({ payload, proposerName, proposedAt, expiresAt }: OpenProposal): BankAccountProposal {
  const { holder, bank, account, bic } = JSON.parse(payload) as BankAccount;
  const times = { proposedAt: proposedAt.toISOString(), expiresAt: expiresAt.toISOString() };
  return { holder, bank, account, bic, proposedBy: proposerName, ...times };
}

/** Where a version of the account stands for somebody who has a document that names it. */
export type AccountStanding = { state: 'in_force' | 'changing' | 'replaced'; changesAt: Date | null };

/** Says whether the account of a document is still to be paid into, and when another one takes its place. */
export async function standingOfAccount(db: Queryable, version: number, at: Date): Promise<AccountStanding> {
  const [inForce, pending] = [await bankAccountInForce(db, at), await pendingBankAccount(db, at)];
  if (inForce?.version !== version) return { state: 'replaced', changesAt: null };
  return pending ? { state: 'changing', changesAt: pending.effectiveAt } : { state: 'in_force', changesAt: null };
}

/**
 * Says whether invoices may be issued: the company needs a name, an address and a bank account. The demo with its invented account needs
 * no company; its documents are marked.
 */
export async function mayIssueInvoices(db: Queryable, at: Date): Promise<{ may: boolean; missing: InvoiceGap[] }> {
  const [account, operator] = [await bankAccountInForce(db, at), await readOperator(db)];
  if (account?.isDemo) return { may: true, missing: [] };
  const missing: InvoiceGap[] = [
    ...(operator.legalName === '' ? ['legalName' as const] : []),
    ...(operator.address === '' ? ['address' as const] : []),
    ...(account === null ? ['bankAccount' as const] : []),
  ];
  return { may: missing.length === 0, missing };
}
