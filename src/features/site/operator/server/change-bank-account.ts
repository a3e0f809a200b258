import type pg from 'pg';
import { z } from 'zod';
import {
  type ApprovalKind,
  actingAdmin,
  audit,
  done,
  type Outcome,
  openProposal,
  propose,
  refused,
} from '#features/people/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import type { Origin, SignedInAdmin } from '#lib/server/http/caller.ts';
import { BANK_ACCOUNT_WAIT_S, type BankAccount, type ForeignAccount, groupedAccount } from '../model/bank-account.ts';
import { mailBankAccountChange } from './bank-account-mails.ts';
import { cancelVersion, insertBankAccount, lockBankAccounts, pendingBankAccount } from './bank-account-store.ts';
import { insertForeignAccount } from './foreign-account-store.ts';

const details = z.object({ holder: z.string(), bank: z.string(), account: z.string(), bic: z.string() });
const payloadSchema = details.extend({
  /** The newest version when it was proposed. */
  after: z.int(),
});

export const BANK_ACCOUNT_KIND = 'bank account';

/** Makes a proposed account the next version, which takes effect a day after the approval. */
export function bankAccountChange(siteOrigin: string): ApprovalKind {
  return {
    kind: BANK_ACCOUNT_KIND,
    permission: 'bank:write',
    summary(payload, t) {
      const { holder, bank, account, bic } = payloadSchema.parse(payload);
      return t('admin.bank.approval', { holder, bank, account: groupedAccount(account), bic });
    },
    async execute(db, payload, { proposerId, approverId, origin }) {
      const { after, ...account } = payloadSchema.parse(payload);
      if ((await lockBankAccounts(db)) !== after || (await pendingBankAccount(db, new Date())))
        throw new AppError('conflict', 'the bank account changed', { messageKey: 'admin.bank.changed' });
      const version = after + 1;
      const people = { proposedBy: proposerId, approvedBy: approverId };
      const effectiveAt = await insertBankAccount(db, { ...account, ...people, version, waitS: BANK_ACCOUNT_WAIT_S });
      await audit(db, origin, {
        actor: actingAdmin(approverId),
        action: 'bank account approved',
        details: { version, ...account, proposer: proposerId, effectiveAt: effectiveAt.toISOString() },
      });
      await mailBankAccountChange(db, siteOrigin, account, effectiveAt);
    },
  };
}

/** Proposes an account. The first one of an installation takes effect at once, because there is no second person yet. */
export function proposeBankAccount(
  { pool, siteOrigin }: { pool: pg.Pool; siteOrigin: string },
  admin: SignedInAdmin,
  account: BankAccount,
  origin: Origin,
): Promise<Outcome> {
  return withTransaction(pool, async (db) => {
    const newest = await lockBankAccounts(db);
    if (newest === 0) return addFirst(db, admin, account, origin);
    if (await pendingBankAccount(db, new Date())) return refused('admin.bank.pendingFirst');
    if (await openProposal(db, BANK_ACCOUNT_KIND)) return refused('admin.bank.proposalFirst');
    return propose(db, bankAccountChange(siteOrigin), { ...account, after: newest }, admin, origin);
  });
}

async function addFirst(db: Queryable, admin: SignedInAdmin, account: BankAccount, origin: Origin): Promise<Outcome> {
  await insertBankAccount(db, { ...account, version: 1, proposedBy: admin.id, approvedBy: null, waitS: 0 });
  await audit(db, origin, {
    actor: actingAdmin(admin.id),
    action: 'bank account added',
    details: { version: 1, ...account },
  });
  return done('admin.bank.added');
}

/**
 * Adds an account in another currency, whose statements can be imported then. One person may: no document names it, and its money counts for nobody
 * before somebody gives it a value.
 */
export function addForeignAccount(
  pool: pg.Pool,
  admin: SignedInAdmin,
  account: ForeignAccount,
  origin: Origin,
): Promise<Outcome> {
  return withTransaction(pool, async (db) => {
    if (!(await insertForeignAccount(db, account, admin.id))) return refused('admin.bank.foreign.twice');
    await audit(db, origin, { actor: actingAdmin(admin.id), action: 'foreign account added', details: { ...account } });
    return done('admin.bank.foreign.added');
  });
}

/** Cancels an approved account before it takes effect. One person may, at once. */
export function cancelBankAccount(
  pool: pg.Pool,
  admin: SignedInAdmin,
  version: number,
  origin: Origin,
): Promise<Outcome> {
  return withTransaction(pool, async (db) => {
    if (!(await cancelVersion(db, version, admin.id)))
      throw new AppError('conflict', 'no pending version', { messageKey: 'admin.bank.notPending' });
    await audit(db, origin, { actor: actingAdmin(admin.id), action: 'bank account canceled', details: { version } });
    return done('admin.bank.canceled');
  });
}
