import { phoneDigits } from '#lib/phones/phone-digits.ts';
import { type Queryable, queryFirst } from '#lib/server/database/postgres.ts';
import type { Admins } from '#lib/server/database/rows.ts';
import type { UserSort } from '../../model/account.ts';
import type { UserFilter } from '../../model/admin-account-contract.ts';
import type { ProfileRow } from '../../server/account-store.ts';

export type AdminRow = Pick<Admins, 'id' | 'name' | 'email'>;

export const findAdmin = queryFirst<AdminRow, [adminId: number]>('select id, name, email from admins where id = $1');

export type UserRow = Omit<ProfileRow, 'pendingEmail' | 'wasConfirmed'>;

const COLUMNS = `id, name, email, mobile, status, created_at as "createdAt", last_login_at as "lastLoginAt", version`;
/** Must equal the expression of the index users_by_words, or PostgreSQL does not use the index. */
const SEARCH_TEXT = `lower(name || ' ' || email || ' ' || coalesce(mobile, ''))`;
const ORDERS: Record<UserSort, Record<'asc' | 'desc', string>> = {
  name: { asc: 'lower(name), id', desc: 'lower(name) desc, id desc' },
  email: { asc: 'email_key', desc: 'email_key desc' },
  status: { asc: 'status, id', desc: 'status desc, id desc' },
  lastLogin: { asc: 'last_login_at nulls first, id', desc: 'last_login_at desc nulls last, id desc' },
};

type Range = { sort: UserSort; order: 'asc' | 'desc'; limit: number; offset: number };

/** Returns a range of the users that match the filter, and the number of all matches. */
export async function findUsers(
  db: Queryable,
  filter: UserFilter,
  { sort, order, limit, offset }: Range,
): Promise<{ users: UserRow[]; total: number }> {
  const { where, values } = conditions(filter);
  const placeholder = values.length;
  const [{ rows }, { rows: counted }] = await Promise.all([
    db.query<UserRow>(
      `select ${COLUMNS} from users where ${where}
       order by ${ORDERS[sort][order]} limit $${placeholder + 1} offset $${placeholder + 2}`,
      [...values, limit, offset],
    ),
    db.query<{ total: number }>(`select count(*) as total from users where ${where}`, values),
  ]);
  return { users: rows, total: counted[0]?.total ?? 0 };
}

/** Returns up to `limit` users that match the filter and have an id above `after`, ordered by id. */
export async function usersAfter(db: Queryable, filter: UserFilter, after: number, limit: number): Promise<UserRow[]> {
  const { where, values } = conditions(filter);
  const placeholder = values.length;
  const { rows } = await db.query<UserRow>(
    `select ${COLUMNS} from users where ${where} and id > $${placeholder + 1} order by id limit $${placeholder + 2}`,
    [...values, after, limit],
  );
  return rows;
}

function conditions({ search, status, createdFrom, createdTo, lastLoginAfter }: UserFilter) {
  const values: unknown[] = [];
  const where = ['deleted_at is null'];
  const add = (value: unknown, condition: (placeholder: string) => string) => {
    values.push(value);
    where.push(condition(`$${values.length}`));
  };
  if (search) {
    const words = `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
    add([words, ...phonePatterns(search)], (texts) => `${SEARCH_TEXT} like any(${texts})`);
  }
  if (status) add(status, (value) => `status = ${value}`);
  if (createdFrom) add(createdFrom, (day) => `created_at >= ${day}::date`);
  if (createdTo) add(createdTo, (day) => `created_at < ${day}::date + 1`);
  if (lastLoginAfter) add(lastLoginAfter, (day) => `last_login_at >= ${day}::date`);
  return { where: where.join(' and '), values };
}

/** Finds a phone number in whichever way it is typed: stored numbers have the country code and no separators. */
function phonePatterns(search: string): string[] {
  const digits = phoneDigits(search);
  return digits === null ? [] : [`%${digits.replace(/^[+0]+/, '')}%`];
}
