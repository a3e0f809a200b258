import { SUPPORT_PAUSE_S } from '#features/people/sessions/model/lifetimes.ts';
import type { Role } from '#features/people/sessions/model/roles.ts';
import { emailKey } from '#lib/email-address.ts';
import {
  type Columns,
  isUniqueViolation,
  type Queryable,
  queryFirst,
  queryValue,
  rowsOf,
  statement,
} from '#lib/server/database/postgres.ts';
import type { Users } from '#lib/server/database/rows.ts';
import { emailKeys } from '#lib/server/email-keys.ts';
import type { UserStatus } from '../model/account.ts';

type NewAccount = { name: string; email: string; passwordHash: string };

export async function hasAdmins(db: Queryable): Promise<boolean> {
  return (await db.query('select 1 from admins limit 1')).rows.length > 0;
}

type NewAdmin = NewAccount & { role: Role; fromEnvironment: boolean };

/** Returns false if the email address is taken. */
export async function insertAdmin(db: Queryable, admin: NewAdmin): Promise<boolean> {
  const { name, email, passwordHash, role, fromEnvironment } = admin;
  const { rowCount } = await db.query(
    `insert into admins (name, email, email_key, password_hash, role, from_environment)
     values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
    [name, email, emailKey(email), passwordHash, role, fromEnvironment],
  );
  return rowCount === 1;
}

/** Previous addresses that an account can still restore. */
const RESERVED = 'select 1 from email_undos where expires_at > now()';

type NewUser = NewAccount & { mobile: string | null; status: UserStatus };

/** Returns the new id, or null if the email address is taken or reserved. */
export async function insertUser(db: Queryable, user: NewUser): Promise<number | null> {
  const { rows } = await db.query<Pick<Users, 'id'>>(
    `insert into users (name, email, email_key, mobile, password_hash, status)
     select $1, $2, $3, $4, $5, $6 where not exists (${RESERVED} and email_key = any($7))
       and not exists (select from users where email_key = any($7))
     on conflict do nothing returning id`,
    [user.name, user.email, emailKey(user.email), user.mobile, user.passwordHash, user.status, emailKeys(user.email)],
  );
  return rows[0]?.id ?? null;
}

const IS_TAKEN = statement(`
  select 1 where exists (select 1 from users where email_key = any($1) and id <> $2)
    or exists (${RESERVED} and email_key = any($1) and user_id <> $2)`);

/** Returns true if another account has the address or can still restore it. */
export async function isEmailTaken(db: Queryable, email: string, userId: number): Promise<boolean> {
  return (await rowsOf(db, IS_TAKEN, [emailKeys(email), userId])).length === 1;
}

/** Ignores deleted users. */
export async function findUserId(db: Queryable, email: string): Promise<number | null> {
  return (await findLogin(db, 'users', email))?.id ?? null;
}

export type Login = Columns<Users, 'id' | 'name' | 'email' | 'password_hash' | 'status'> & {
  /** Seconds since the account was created. */
  ageS: number;
};

const LOGIN_COLUMNS = `id, name, email, password_hash as "passwordHash", extract(epoch from now() - created_at)::float8 as "ageS"`;
const ADMIN_STATUS = `case when disabled_at is null then 'Active' else 'Inactive' end as status`;
/** Two accounts of one mailbox may be older than the comparison of keys; each is found with the address as it was typed then. */
const TYPED_FIRST = 'order by array_position($1::text[], email_key) limit 1';
const FIND_LOGIN = {
  users: statement(
    `select ${LOGIN_COLUMNS}, status from users where email_key = any($1) and deleted_at is null ${TYPED_FIRST}`,
  ),
  admins: statement(`select ${LOGIN_COLUMNS}, ${ADMIN_STATUS} from admins where email_key = any($1) ${TYPED_FIRST}`),
};
const LOGIN_OF = {
  user: statement(`select ${LOGIN_COLUMNS}, status from users where id = $1 and deleted_at is null`),
  admin: statement(`select ${LOGIN_COLUMNS}, ${ADMIN_STATUS} from admins where id = $1`),
};

export async function findLogin(db: Queryable, table: 'users' | 'admins', email: string): Promise<Login | null> {
  return (await rowsOf<Login>(db, FIND_LOGIN[table], [emailKeys(email)]))[0] ?? null;
}

const LOCK_LOGIN = {
  user: statement(
    'select password_hash as "passwordHash", status from users where id = $1 and deleted_at is null for update',
  ),
  admin: statement(`select password_hash as "passwordHash", ${ADMIN_STATUS} from admins where id = $1 for update`),
};

/** Locks the row until the transaction ends. */
export async function lockLogin(
  db: Queryable,
  kind: 'user' | 'admin',
  id: number,
): Promise<Pick<Login, 'passwordHash' | 'status'> | null> {
  return (await rowsOf<Pick<Login, 'passwordHash' | 'status'>>(db, LOCK_LOGIN[kind], [id]))[0] ?? null;
}

export async function loginOf(db: Queryable, kind: 'user' | 'admin', id: number): Promise<Login | null> {
  return (await rowsOf<Login>(db, LOGIN_OF[kind], [id]))[0] ?? null;
}

/** Stores the time of the login and, if given, the password hash at the current cost. */
export async function recordLogin(
  db: Queryable,
  kind: 'user' | 'admin',
  id: number,
  rehashed: string | null,
): Promise<void> {
  const table = kind === 'user' ? 'users' : 'admins';
  await db.query(
    `update ${table} set last_login_at = now(), password_hash = coalesce($2, password_hash) where id = $1`,
    [id, rehashed],
  );
}

const REPLACE_PASSWORD = {
  user: statement(`
    update users set password_hash = $3, pending_email = null, updated_at = now(), version = version + 1
    where id = $1 and password_hash = $2 and deleted_at is null returning id`),
  admin: statement('update admins set password_hash = $3 where id = $1 and password_hash = $2 returning id'),
};

/** Replaces the password hash. Returns false if another change has replaced `expectedHash` first. */
export async function replacePassword(
  db: Queryable,
  kind: 'user' | 'admin',
  id: number,
  expectedHash: string,
  passwordHash: string,
): Promise<boolean> {
  return (await rowsOf(db, REPLACE_PASSWORD[kind], [id, expectedHash, passwordHash])).length === 1;
}

/** Records that the password was set with an emailed link. */
export async function recordPasswordReset(db: Queryable, userId: number): Promise<void> {
  await db.query('update users set password_reset_at = now() where id = $1', [userId]);
}

/** Returns when the address of a user last changed or the password was reset; null if neither happened. */
export const loginChangedAt = queryValue<Date, [userId: number]>(
  'select greatest(email_changed_at, password_reset_at) as at from users where id = $1',
);

const FACTOR_WAS_RESET = statement(
  'select 1 from users where id = $1 and second_factor_reset_at > now() - make_interval(secs => $2)',
);

/** Returns true if support reset two-factor so recently that it may not change the email address. */
export async function wasFactorReset(db: Queryable, userId: number): Promise<boolean> {
  return (await rowsOf(db, FACTOR_WAS_RESET, [userId, SUPPORT_PAUSE_S])).length === 1;
}

const ADDRESS_CHANGES = statement(`
  select 1 from users u
  where id = $1 and (email_changed_at > now() - make_interval(secs => $2) or exists (
    select from account_links where user_id = u.id and purpose = 'change-email' and expires_at > now()))`);

/** Returns true if the email address is changing, or changed so recently that support may not reset two-factor. */
export async function changesAddress(db: Queryable, userId: number): Promise<boolean> {
  return (await rowsOf(db, ADDRESS_CHANGES, [userId, SUPPORT_PAUSE_S])).length === 1;
}

/** Records that support turned the second factor off. */
export async function recordFactorReset(db: Queryable, userId: number): Promise<void> {
  await db.query('update users set second_factor_reset_at = now() where id = $1', [userId]);
}

/** Changes a Pending user to Active; other statuses stay. */
export async function activateUser(db: Queryable, userId: number): Promise<void> {
  await db.query(
    `update users set status = 'Active', updated_at = now(), version = version + 1 where id = $1 and status = 'Pending'`,
    [userId],
  );
}

export type ProfileRow = Columns<
  Users,
  | 'id'
  | 'name'
  | 'email'
  | 'pending_email'
  | 'mobile'
  | 'status'
  | 'created_at'
  | 'last_login_at'
  | 'version'
  | 'was_confirmed'
>;

const PROFILE = statement(`
  select id, name, email, pending_email as "pendingEmail", mobile, status, created_at as "createdAt",
    last_login_at as "lastLoginAt", version, was_confirmed as "wasConfirmed"
  from users where id = $1 and deleted_at is null`);

/** Locks the row until the transaction ends. Returns null for unknown and deleted users. */
export const lockProfile = queryFirst<ProfileRow, [userId: number]>(`${PROFILE.text} for update`);

/** Returns null for unknown and deleted users. */
export async function findProfile(db: Queryable, userId: number): Promise<ProfileRow | null> {
  return (await rowsOf<ProfileRow>(db, PROFILE, [userId]))[0] ?? null;
}

/** Returns null for unknown and deleted users. */
export async function mailAddressOf(db: Queryable, userId: number): Promise<{ name: string; email: string } | null> {
  const profile = await findProfile(db, userId);
  return profile && { name: profile.name, email: profile.email };
}

/** Returns null for unknown and deleted users. */
export async function accountStatusOf(db: Queryable, userId: number): Promise<UserStatus | null> {
  return (await findProfile(db, userId))?.status ?? null;
}

export async function updateProfileRow(
  db: Queryable,
  userId: number,
  { name, mobile, pendingEmail }: { name: string; mobile: string; pendingEmail: string | null },
): Promise<void> {
  await db.query(
    `update users set name = $2, mobile = $3, pending_email = $4, updated_at = now(), version = version + 1 where id = $1`,
    [userId, name, mobile, pendingEmail],
  );
}

/** A trigger deletes the user's sessions when the status becomes Inactive. */
export async function updateStatus(db: Queryable, userId: number, status: UserStatus): Promise<void> {
  await db.query('update users set status = $2, updated_at = now(), version = version + 1 where id = $1', [
    userId,
    status,
  ]);
}

/** Sets a confirmed email address. Returns false if another account has or reserves it. Uses a savepoint: call in a transaction. */
export async function updateEmail(db: Queryable, userId: number, email: string): Promise<boolean> {
  await db.query('savepoint address');
  try {
    const { rowCount } = await db.query(
      `update users set email = $2, email_key = $3, pending_email = null, updated_at = now(), version = version + 1,
         email_changed_at = case when email_key = any($4) then email_changed_at else now() end,
         status = case when status = 'Pending' then 'Active' else status end
       where id = $1 and not exists (${RESERVED} and email_key = any($4) and user_id <> $1)
         and not exists (select from users where email_key = any($4) and id <> $1)`,
      [userId, email, emailKey(email), emailKeys(email)],
    );
    return rowCount === 1;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    await db.query('rollback to savepoint address');
    return false;
  }
}

/**
 * Erases a user's personal data. The row stays because bookings and payments refer to it. Returns false if the user
 * was already erased.
 */
export async function anonymizeUser(db: Queryable, userId: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `update users set name = 'Deleted user', email = '', email_key = 'deleted:' || id, mobile = null, pending_email = null,
       password_hash = '', status = 'Inactive', deleted_at = now(), updated_at = now(), version = version + 1
     where id = $1 and deleted_at is null`,
    [userId],
  );
  return rowCount === 1;
}
