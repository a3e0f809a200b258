import type { Admins } from '#lib/server/database/rows.ts';
import { type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';
import type { UserFilter } from '../../model/admin-account-contract.ts';
import type { UserSort } from '../../model/user-filters.ts';
import type { ProfileRow } from '../../server/account-store.ts';

export type AdminRow = Pick<Admins, 'id' | 'name' | 'email'>;

const FIND = statement('select id, name, email from admins where id = $1');

export async function findAdmin(db: Queryable, adminId: number): Promise<AdminRow | null> {
  return (await rowsOf<AdminRow>(db, FIND, [adminId]))[0] ?? null;
}

export type UserRow = Omit<ProfileRow, 'pendingEmail'>;

const COLUMNS = `id, name, email, mobile, status, created_at as "createdAt", last_login_at as "lastLoginAt", version`;
/** The same expression as in the index users_by_words, so that the index is used. */
const WORDS = `lower(name || ' ' || email || ' ' || coalesce(mobile, ''))`;
const ORDERS: Record<UserSort, Record<'asc' | 'desc', string>> = {
  name: { asc: 'lower(name), id', desc: 'lower(name) desc, id desc' },
  email: { asc: 'email_key', desc: 'email_key desc' },
  status: { asc: 'status, id', desc: 'status desc, id desc' },
  lastLogin: { asc: 'last_login_at nulls first, id', desc: 'last_login_at desc nulls last, id desc' },
};

type Cut = { sort: UserSort; order: 'asc' | 'desc'; limit: number; offset: number };

/** A part of the users that a filter leaves, in an order, and how many it leaves. */
export async function findUsers(
  db: Queryable,
  filter: UserFilter,
  { sort, order, limit, offset }: Cut,
): Promise<{ users: UserRow[]; total: number }> {
  const { where, values } = conditions(filter);
  const place = values.length;
  const [{ rows }, { rows: counted }] = await Promise.all([
    db.query<UserRow>(
      `select ${COLUMNS} from users where ${where}
       order by ${ORDERS[sort][order]} limit $${place + 1} offset $${place + 2}`,
      [...values, limit, offset],
    ),
    db.query<{ total: number }>(`select count(*) as total from users where ${where}`, values),
  ]);
  return { users: rows, total: counted[0]?.total ?? 0 };
}

/** The users that a filter leaves, by their ids, after one. */
export async function usersAfter(db: Queryable, filter: UserFilter, after: number, most: number): Promise<UserRow[]> {
  const { where, values } = conditions(filter);
  const place = values.length;
  const { rows } = await db.query<UserRow>(
    `select ${COLUMNS} from users where ${where} and id > $${place + 1} order by id limit $${place + 2}`,
    [...values, after, most],
  );
  return rows;
}

function conditions({ search, status, createdFrom, createdTo, lastLoginAfter }: UserFilter) {
  const values: unknown[] = [];
  const where = ['deleted_at is null'];
  const add = (value: unknown, condition: (place: string) => string) => {
    values.push(value);
    where.push(condition(`$${values.length}`));
  };
  if (search) add(`%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`, (text) => `${WORDS} like ${text}`);
  if (status) add(status, (value) => `status = ${value}`);
  if (createdFrom) add(createdFrom, (day) => `created_at >= ${day}::date`);
  if (createdTo) add(createdTo, (day) => `created_at < ${day}::date + 1`);
  if (lastLoginAfter) add(lastLoginAfter, (day) => `last_login_at >= ${day}::date + 1`);
  return { where: where.join(' and '), values };
}
