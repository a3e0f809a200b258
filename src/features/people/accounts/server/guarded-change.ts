import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { AppError } from '#lib/app-error.ts';
import type { MessageKey } from '#lib/i18n/translator.ts';
import { type Columns, execute, type Queryable, rowsOf, statement } from '#lib/server/database/postgres.ts';
import type { ChangeCodes } from '#lib/server/database/rows.ts';
import type { Origin, SignedIn } from '#lib/server/http/caller.ts';
import { countAttempt, type Limit } from '#lib/server/http/rate-limit.ts';
import { CODE_DIGITS, CODE_LIFE_MS, CODE_TRIES, LOGIN_CHANGE_BLOCK_MS } from '../../sessions/model/lifetimes.ts';
import type { AccountDeps } from './account-deps.ts';
import { loginChangedAt } from './account-store.ts';
import { checkFreshPassword } from './passwords.ts';

const SALT_BYTES = 16;

const PUT = statement(`
  insert into change_codes (change, salt, code_hash, content_hash, expires_at) values ($1, $2, $3, $4, $5)
  on conflict (change) do update set salt = excluded.salt, code_hash = excluded.code_hash, content_hash = excluded.content_hash,
    expires_at = excluded.expires_at, tries = 0`);
const TRY = statement(`
  update change_codes set tries = tries + 1 where change = $1 and expires_at > $2 and tries < ${CODE_TRIES}
  returning salt, code_hash as "codeHash", content_hash as "contentHash"`);
const USE = statement('delete from change_codes where change = $1 and code_hash = $2 returning change');

/** `change`: what is changed, such as `consignee of order 5`. `content`: exactly what the code confirms. */
export type GuardedChange = { change: string; content: string };

const sha256 = (...parts: (Buffer | string)[]) =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();

/** Stores a new code for a change and returns it. An older code for the same change stops working. */
export async function createCode(db: Queryable, { change, content }: GuardedChange, now: Date): Promise<string> {
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
  const salt = randomBytes(SALT_BYTES);
  const expiresAt = new Date(now.getTime() + CODE_LIFE_MS);
  await rowsOf(db, PUT, [change, salt, sha256(salt, code), sha256(content), expiresAt]);
  return code;
}

type CheckedCode = { change: string; codeHash: Buffer };

export const refusedField = (field: string, messageKey: MessageKey) =>
  new AppError('unprocessable', messageKey, { messageKey, fields: { [field]: { messageKey } } });

/**
 * Counts a try and compares the code. Throws if it is wrong, expired or used up, or was sent for other content. Must not run in a
 * transaction, because the try counts although the change is refused.
 */
export async function checkCode(
  db: Queryable,
  { change, content }: GuardedChange,
  code: string,
  now: Date,
): Promise<CheckedCode> {
  type Stored = Columns<ChangeCodes, 'salt' | 'code_hash' | 'content_hash'>;
  const [stored] = await rowsOf<Stored>(db, TRY, [change, now]);
  if (!stored || !timingSafeEqual(stored.codeHash, sha256(stored.salt, code)))
    throw refusedField('code', 'account.change.wrongCode');
  if (!stored.contentHash.equals(sha256(content))) throw refusedField('code', 'account.change.otherContent');
  return { change, codeHash: stored.codeHash };
}

/** Uses up a checked code in the transaction of the change. Throws if another call used it first. */
export async function consumeCode(db: Queryable, { change, codeHash }: CheckedCode): Promise<void> {
  if ((await rowsOf(db, USE, [change, codeHash])).length === 0) throw refusedField('code', 'account.change.wrongCode');
}

export const deleteDeadCodes = execute('delete from change_codes where expires_at < now()');

const CODES: Limit = { uses: 5, inSeconds: 3_600, messageKey: 'account.change.tooManyCodes' };
const TRIES: Limit = { uses: 15, inSeconds: 3_600, messageKey: 'account.change.tooManyTries' };

/** Returns the time before which a changed login blocks guarded changes of the user; null if nothing does. */
export async function loginBlocksUntil(db: Queryable, userId: number, now: Date): Promise<Date | null> {
  const changedAt = await loginChangedAt(db, userId);
  if (!changedAt) return null;
  const until = new Date(changedAt.getTime() + LOGIN_CHANGE_BLOCK_MS);
  return until > now ? until : null;
}

/** Counts an emailed code of a user. Throws if there were too many within an hour. */
export function countCode(db: Queryable, userId: number): Promise<void> {
  return countAttempt(db, `codes for changes of user ${userId}`, CODES);
}

/**
 * Checks the password and then the emailed code of a change; both count as tries. The caller uses the code up in the transaction of the change.
 * Must not run in a transaction.
 */
export async function proveChange(
  accounts: AccountDeps,
  user: SignedIn,
  change: GuardedChange,
  { password, code }: { password?: string | undefined; code?: string | undefined },
  now: Date,
  origin: Origin,
): Promise<CheckedCode> {
  if (!password) throw refusedField('password', 'account.change.passwordNeeded');
  if (!code) throw refusedField('code', 'account.change.codeNeeded');
  if ((await checkFreshPassword(accounts, 'user', user, password, origin)) !== 'proved')
    throw refusedField('password', 'account.change.wrongPassword');
  await countAttempt(accounts.pool, `code tries of user ${user.id}`, TRIES);
  return checkCode(accounts.pool, change, code, now);
}
