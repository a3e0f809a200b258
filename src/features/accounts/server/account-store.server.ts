import type { Queryable } from '#platform/database/statement.ts';
import { emailKey } from '../email-key.ts';

type NewAccount = { name: string; email: string; passwordHash: string };

export async function hasAdmins(db: Queryable): Promise<boolean> {
  return (await db.query('select 1 from admins limit 1')).rows.length > 0;
}

/** Adds an administrator; false when the address is taken. */
export async function insertAdmin(db: Queryable, { name, email, passwordHash }: NewAccount): Promise<boolean> {
  const { rowCount } = await db.query(
    'insert into admins (name, email, email_key, password_hash) values ($1, $2, $3, $4) on conflict do nothing',
    [name, email, emailKey(email), passwordHash],
  );
  return rowCount === 1;
}

/** Adds a user who has confirmed the address; false when it is taken. */
export async function insertActiveUser(db: Queryable, { name, email, passwordHash }: NewAccount): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into users (name, email, email_key, password_hash, status) values ($1, $2, $3, $4, 'Active') on conflict do nothing`,
    [name, email, emailKey(email), passwordHash],
  );
  return rowCount === 1;
}

/** The id of the user with an address, deleted users left out. */
export async function findUserId(db: Queryable, email: string): Promise<number | null> {
  const { rows } = await db.query<{ id: number }>('select id from users where email_key = $1 and deleted_at is null', [
    emailKey(email),
  ]);
  return rows[0]?.id ?? null;
}
