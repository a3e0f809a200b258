import {
  DEVICE_LIFE_S,
  EMAIL_UNDO_LIFE_S,
  LINK_LIFE,
  type LinkPurpose,
  type SessionKind,
} from '#features/people/sessions/model/lifetimes.ts';
import { emailKey } from '#lib/email-address.ts';
import {
  type Columns,
  execute,
  type Queryable,
  queryColumn,
  rowsOf,
  statement,
} from '#lib/server/database/postgres.ts';
import type { AccountLinks } from '#lib/server/database/rows.ts';
import { newSecretToken } from '#lib/server/session/secret-token.ts';

type EmailLink = Columns<AccountLinks, 'user_id' | 'email'>;

/** Stores a link that starts to work after `waitS` seconds. It replaces an older one of the same user and purpose. */
async function replaceLink(
  db: Queryable,
  purpose: LinkPurpose,
  { userId, email }: EmailLink,
  tokenHash: Buffer,
  waitS = 0,
): Promise<void> {
  await db.query(
    `insert into account_links (user_id, purpose, token_hash, email, expires_at, works_from)
     values ($1, $2, $3, $4, now() + make_interval(secs => $5::int + $6::int),
       now() + make_interval(secs => nullif($6::int, 0)))
     on conflict (user_id, purpose) do update
     set token_hash = excluded.token_hash, email = excluded.email, created_at = now(), expires_at = excluded.expires_at,
       works_from = excluded.works_from`,
    [userId, purpose, tokenHash, email, LINK_LIFE[purpose], waitS],
  );
}

const LINK_PAGES: Record<LinkPurpose, string> = {
  confirm: '/ConfirmEmail',
  'change-email': '/ConfirmEmail',
  'agree-email': '/ConfirmEmail',
  reset: '/ResetPassword',
};

/** Creates a link and returns its URL for the email. An older link of the same user and purpose stops working. */
export async function createEmailLink(
  db: Queryable,
  { siteOrigin }: { siteOrigin: string },
  purpose: LinkPurpose,
  link: EmailLink,
  waitS = 0,
): Promise<string> {
  const { token, hash } = newSecretToken();
  await replaceLink(db, purpose, link, hash, waitS);
  return `${siteOrigin}${LINK_PAGES[purpose]}?token=${token}`;
}

export async function isLinkAlive(db: Queryable, purpose: LinkPurpose, tokenHash: Buffer): Promise<boolean> {
  const { rowCount } = await db.query(
    'select 1 from account_links where token_hash = $1 and purpose = $2 and expires_at > now()',
    [tokenHash, purpose],
  );
  return rowCount === 1;
}

/**
 * Deletes a link and returns it to one of several concurrent callers. Returns null if the link is unknown, used, expired
 * or does not work yet, if the user is deleted or inactive, or if the account's address has changed since. Locks the user
 * before the link, like every other change to both, to avoid deadlocks.
 */
export async function consumeLink(
  db: Queryable,
  purposes: LinkPurpose[],
  tokenHash: Buffer,
): Promise<Columns<AccountLinks, 'user_id' | 'email' | 'purpose'> | null> {
  await db.query(
    'select 1 from users where id = (select user_id from account_links where token_hash = $1) for update',
    [tokenHash],
  );
  const { rows } = await db.query<Columns<AccountLinks, 'user_id' | 'email' | 'purpose'>>(
    `delete from account_links l using users u
     where l.token_hash = $1 and l.purpose = any($2) and l.expires_at > now() and (l.works_from is null or l.works_from <= now()) and u.id = l.user_id
       and u.deleted_at is null and u.status <> 'Inactive' and (l.purpose = 'change-email' or l.email = u.email)
     returning l.user_id as "userId", l.email, l.purpose`,
    [tokenHash, purposes],
  );
  return rows[0] ?? null;
}

/** Returns true if a link belongs to a change by support that still waits for the old address. */
export async function isLinkWaiting(db: Queryable, tokenHash: Buffer): Promise<boolean> {
  const { rowCount } = await db.query('select 1 from account_links where token_hash = $1 and works_from > now()', [
    tokenHash,
  ]);
  return rowCount === 1;
}

/** Lets a change of the address by support take effect as soon as the new address is confirmed. Returns false if none waits. */
export async function endWaitOfAddress(db: Queryable, userId: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `update account_links set works_from = null
     where user_id = $1 and purpose = 'change-email' and works_from is not null and expires_at > now()`,
    [userId],
  );
  return rowCount === 1;
}

/** Links by which a pending change of the address takes effect. */
export const ADDRESS_LINKS: LinkPurpose[] = ['change-email', 'agree-email'];

export async function deleteLinks(db: Queryable, userId: number, purposes: LinkPurpose[]): Promise<void> {
  await db.query('delete from account_links where user_id = $1 and purpose = any($2)', [userId, purposes]);
}

export async function deleteDeadLinks(db: Queryable): Promise<void> {
  await db.query('delete from account_links where expires_at < now()');
}

/** Forgets browsers that were not used to log in for `afterS` seconds. */
export async function deleteDeadDevices(db: Queryable, afterS: number): Promise<void> {
  await db.query('delete from known_devices where last_used_at < now() - make_interval(secs => $1)', [afterS]);
}

/** Tells whether a browser has logged in to this account before, and extends how long it is remembered. */
export async function isKnownDevice(db: Queryable, kind: SessionKind, id: number, tokenHash: Buffer): Promise<boolean> {
  const { rowCount } = await db.query(
    `update known_devices set last_used_at = now() where token_hash = $1 and ${kind}_id = $2
       and last_used_at > now() - make_interval(secs => $3)`,
    [tokenHash, id, DEVICE_LIFE_S],
  );
  return rowCount === 1;
}

export async function insertKnownDevice(
  db: Queryable,
  kind: SessionKind,
  id: number,
  tokenHash: Buffer,
): Promise<void> {
  await db.query(`insert into known_devices (token_hash, ${kind}_id) values ($1, $2) on conflict do nothing`, [
    tokenHash,
    id,
  ]);
}

export async function deleteKnownDevices(db: Queryable, kind: SessionKind, id: number): Promise<void> {
  await db.query(`delete from known_devices where ${kind}_id = $1`, [id]);
}

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

/** Returns the previous addresses that an account can still restore. */
export const previousAddressesOf = queryColumn<string, [userId: number]>(`
  select distinct e.email from email_undos e join users u on u.id = e.user_id
  where e.user_id = $1 and e.expires_at > now() and e.email_key <> u.email_key`);

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

/** `since`: when the first change away from this address began, of those that can be undone. */
export type EmailUndo = { id: number; userId: number; email: string; since: Date };

/**
 * Locks the user and returns what a link undoes, or null if the link is unknown, used or expired. Also works for inactive
 * users, who stay inactive. Otherwise support could keep an owner from stopping a change.
 */
export async function lockEmailUndo(db: Queryable, tokenHash: Buffer): Promise<EmailUndo | null> {
  await rowsOf(db, LOCK_USER, [tokenHash]);
  return (await rowsOf<EmailUndo>(db, FIND, [tokenHash]))[0] ?? null;
}

/**
 * Deletes a used link, all links to the same address, and the links of later changes. Keeps the links of earlier changes,
 * because the first address of a chain wins.
 */
export async function deleteEmailUndosFrom(db: Queryable, { id }: Pick<EmailUndo, 'id'>): Promise<void> {
  await rowsOf(db, DELETE_FROM, [id]);
}

export const deleteEmailUndos = execute<[userId: number]>('delete from email_undos where user_id = $1');

export const deleteDeadEmailUndos = execute('delete from email_undos where expires_at < now()');
