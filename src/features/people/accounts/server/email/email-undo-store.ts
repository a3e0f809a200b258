import { EMAIL_UNDO_LIFE_S } from '#features/people/sessions/model/session-lifetime.ts';
import { emailKey } from '#lib/email-address.ts';
import { type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';
import { newSecretToken } from '#lib/server/session/secret-token.ts';

const INSERT = statement(`
  insert into email_undos (user_id, email, email_key, token_hash, expires_at)
  values ($1, $2, $3, $4, now() + make_interval(secs => $5))`);
const LOCK_USER = statement(
  'select 1 from users where id = (select user_id from email_undos where token_hash = $1) for update',
);
const FIND = statement(`
  select e.id, e.user_id as "userId", e.email,
    (select min(created_at) from email_undos o where o.user_id = e.user_id and o.email_key = e.email_key) as since
  from email_undos e join users u on u.id = e.user_id
  where e.token_hash = $1 and e.expires_at > now() and u.deleted_at is null`);
const DELETE_FROM = statement(`
  delete from email_undos e using email_undos used
  where used.id = $1 and e.user_id = used.user_id and (e.id >= used.id or e.email_key = used.email_key)`);
const DELETE_OF = statement('delete from email_undos where user_id = $1');
const ADDRESSES = statement(`
  select distinct e.email from email_undos e join users u on u.id = e.user_id
  where e.user_id = $1 and e.expires_at > now() and e.email_key <> u.email_key`);
const DELETE_DEAD = statement('delete from email_undos where expires_at < now()');

/** Returns the addresses that an account has given up and can still take back. */
export async function previousAddressesOf(db: Queryable, userId: number): Promise<string[]> {
  return (await rowsOf<{ email: string }>(db, ADDRESSES, [userId])).map(({ email }) => email);
}

/** Creates a link that restores the current address of an account and returns its URL for the email. */
export async function createEmailUndo(
  db: Queryable,
  { siteOrigin }: { siteOrigin: string },
  { id, email }: { id: number; email: string },
): Promise<string> {
  const { token, hash } = newSecretToken();
  await rowsOf(db, INSERT, [id, email, emailKey(email), hash, EMAIL_UNDO_LIFE_S]);
  return `${siteOrigin}/UndoEmailChange?token=${token}`;
}

/** `since`: when the first change from this address began that can still be undone. */
export type EmailUndo = { id: number; userId: number; email: string; since: Date };

/**
 * Locks the user and returns what a link undoes; null if it is unknown, used or expired. It also works for an inactive user, who stays
 * inactive: otherwise support could keep the owner from stopping a change.
 */
export async function lockEmailUndo(db: Queryable, tokenHash: Buffer): Promise<EmailUndo | null> {
  await rowsOf(db, LOCK_USER, [tokenHash]);
  return (await rowsOf<EmailUndo>(db, FIND, [tokenHash]))[0] ?? null;
}

/**
 * Deletes a used link, all links to the same address, and those of later changes. Links of earlier changes stay: the
 * first address of a chain wins.
 */
export async function deleteEmailUndosFrom(db: Queryable, { id }: Pick<EmailUndo, 'id'>): Promise<void> {
  await rowsOf(db, DELETE_FROM, [id]);
}

export async function deleteEmailUndos(db: Queryable, userId: number): Promise<void> {
  await rowsOf(db, DELETE_OF, [userId]);
}

export async function deleteDeadEmailUndos(db: Queryable): Promise<void> {
  await rowsOf(db, DELETE_DEAD, []);
}
