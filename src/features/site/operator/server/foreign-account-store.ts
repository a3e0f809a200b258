import type { ForeignAccounts as Row } from '#lib/server/database/rows.ts';
import { type Columns, type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';

export type ForeignAccountRow = Columns<Row, 'account' | 'currency' | 'added_at'> & { addedBy: string | null };

const ALL = statement(`
  select f.account, f.currency, f.added_at as "addedAt", a.name as "addedBy"
  from foreign_accounts f left join admins a on a.id = f.added_by order by f.account, f.currency`);
const INSERT = statement(`
  insert into foreign_accounts (account, currency, added_by) values ($1, $2, $3) on conflict do nothing returning account`);

/** Our accounts in currencies other than US dollars. */
export function foreignAccounts(db: Queryable): Promise<ForeignAccountRow[]> {
  return rowsOf(db, ALL, []);
}

/** Returns false if the account has this currency already. */
export async function insertForeignAccount(
  db: Queryable,
  { account, currency }: { account: string; currency: string },
  adminId: number,
): Promise<boolean> {
  return (await rowsOf(db, INSERT, [account, currency, adminId])).length > 0;
}
