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
import { type Queryable, withTransaction } from '#lib/server/database/postgres.ts';
import type { Origin, SignedInAdmin } from '#lib/server/http/caller.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import { composeMail, queueMail } from '#lib/server/mail/outgoing-mail.ts';
import { paths } from '#paths.ts';
import {
  BANK_ACCOUNT_WAIT_S,
  type BankAccount,
  type ForeignAccount,
  groupedAccount,
  type InvoiceGap,
} from '../model/bank-account.ts';
import type { BankAccountProposal, BankAccountsResponse, BankAccountVersion } from '../model/operator-contract.ts';
import {
  allBankAccounts,
  type BankAccountRow,
  bankAccountInForce,
  cancelVersion,
  foreignAccounts,
  insertBankAccount,
  insertForeignAccount,
  lockBankAccounts,
  pendingBankAccount,
  peopleToTell,
} from './bank-account-store.ts';
import { readOperator } from './operator.ts';

const details = z.object({ holder: z.string(), bank: z.string(), account: z.string(), bic: z.string() });
const payloadSchema = details.extend({
  /** The newest version when it was proposed. */
  after: z.int(),
});

const BANK_ACCOUNT_KIND = 'bank account';

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

/** Proposes an account. The first account of an installation takes effect immediately, because a new site has only one administrator. */
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
 * Adds an account in another currency, so its statements can be imported. One person may add it: no document names the account, and its money
 * counts only once staff have given it a value.
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

/** Cancels an approved account before it takes effect. One person may do it. */
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

/** State of the account version that a document names. */
type AccountStanding = { state: 'in_force' | 'changing' | 'replaced'; changesAt: Date | null };

/** Returns whether the account of a document can still be paid into, and when another one replaces it. */
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

/** Emails a new account to the people who may cancel it, so a stolen login cannot redirect money unnoticed. */
async function mailBankAccountChange(
  db: Queryable,
  siteOrigin: string,
  { holder, bank, account, bic }: BankAccount,
  effectiveAt: Date,
): Promise<void> {
  const t = recipientTranslator();
  const subject = t('mail.bankAccount');
  for (const { name, email } of await peopleToTell(db)) {
    const content = {
      title: subject,
      paragraphs: [
        t('mail.greeting', { name }),
        t('mail.bankAccount.text', { time: t.utcTime(effectiveAt) }),
        [holder, bank, groupedAccount(account), bic].join('\n'),
        t('mail.bankAccount.ask'),
      ],
      action: { label: t('mail.bankAccount.action'), url: siteOrigin + paths.bankAccounts },
      footer: t('mail.footer.office'),
    };
    await queueMail(db, { to: email, subject, ...composeMail(content, t) });
  }
}
