import {
  type Columns,
  type Queryable,
  query,
  queryAny,
  queryFirst,
  rowsOf,
  statement,
} from '#lib/server/database/postgres.ts';
import type { ForeignAccounts, BankAccountVersions as Row } from '#lib/server/database/rows.ts';
import type { BankAccount } from '../model/bank-account.ts';

export type BankAccountRow = Columns<
  Row,
  'version' | 'holder' | 'bank' | 'account' | 'bic' | 'is_demo' | 'approved_at' | 'effective_at' | 'canceled_at'
> & { proposedBy: string | null; approvedBy: string | null; canceledBy: string | null };

const COLUMNS = `b.version, b.holder, b.bank, b.account, b.bic, b.is_demo as "isDemo", b.approved_at as "approvedAt",
  b.effective_at as "effectiveAt", b.canceled_at as "canceledAt", p.name as "proposedBy", a.name as "approvedBy", c.name as "canceledBy"`;
const FROM = `from bank_account_versions b left join admins p on p.id = b.proposed_by left join admins a on a.id = b.approved_by
  left join admins c on c.id = b.canceled_by`;

export const allBankAccounts = query<BankAccountRow>(`select ${COLUMNS} ${FROM} order by b.version desc`);

/** Returns the account that is printed on documents at a time; null if there is none. */
export const bankAccountInForce = queryFirst<BankAccountRow, [at: Date]>(`
  select ${COLUMNS} ${FROM} where b.canceled_at is null and b.effective_at <= $1 order by b.version desc limit 1`);

/** Returns an approved account that is not in effect yet at a time. There is one at most. */
export const pendingBankAccount = queryFirst<BankAccountRow, [at: Date]>(
  `select ${COLUMNS} ${FROM} where b.canceled_at is null and b.effective_at > $1 limit 1`,
);

const LOCK = statement('select pg_advisory_xact_lock(7263412)');
const NEWEST = statement('select coalesce(max(version), 0) as version from bank_account_versions');
const INSERT = statement(`
  insert into bank_account_versions (version, holder, bank, account, bic, is_demo, proposed_by, approved_by, effective_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, now() + make_interval(secs => $9)) returning effective_at as "effectiveAt"`);

/** Lets one transaction at a time change the account. Returns the newest version, 0 without one. */
export async function lockBankAccounts(db: Queryable): Promise<number> {
  await rowsOf(db, LOCK, []);
  return (await rowsOf<{ version: number }>(db, NEWEST, []))[0]?.version ?? 0;
}

type NewVersion = BankAccount & {
  version: number;
  isDemo?: boolean;
  proposedBy: number | null;
  approvedBy: number | null;
  /** Seconds until it takes effect. */
  waitS: number;
};

/** Returns when the version takes effect. */
export async function insertBankAccount(db: Queryable, added: NewVersion): Promise<Date> {
  const { version, holder, bank, account, bic, isDemo = false, proposedBy, approvedBy, waitS } = added;
  const values = [version, holder, bank, account, bic, isDemo, proposedBy, approvedBy, waitS];
  return (await rowsOf<{ effectiveAt: Date }>(db, INSERT, values))[0]!.effectiveAt;
}

/** Returns false if the version is in effect or was canceled. */
export const cancelVersion = queryAny<[version: number, adminId: number]>(`
  update bank_account_versions set canceled_by = $2, canceled_at = now()
  where version = $1 and canceled_at is null and effective_at > now() returning version`);

/** Returns the staff to email about changes of bank accounts and consignees. */
export const peopleToTell = query<{ name: string; email: string }>(`
  select name, email from admins where disabled_at is null and role in ('administrator', 'finance') order by id`);

type ForeignAccountRow = Columns<ForeignAccounts, 'account' | 'currency' | 'added_at'> & { addedBy: string | null };

const INSERT_FOREIGN = statement(`
  insert into foreign_accounts (account, currency, added_by) values ($1, $2, $3) on conflict do nothing returning account`);

/** Our accounts in currencies other than US dollars. */
export const foreignAccounts = query<ForeignAccountRow>(`
  select f.account, f.currency, f.added_at as "addedAt", a.name as "addedBy"
  from foreign_accounts f left join admins a on a.id = f.added_by order by f.account, f.currency`);

/** Returns false if the account has this currency already. */
export async function insertForeignAccount(
  db: Queryable,
  { account, currency }: { account: string; currency: string },
  adminId: number,
): Promise<boolean> {
  return (await rowsOf(db, INSERT_FOREIGN, [account, currency, adminId])).length > 0;
}
