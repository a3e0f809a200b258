import { setTimeout as pause } from 'node:timers/promises';
import type { AccountDeps } from '#features/people/accounts/server/account-deps.ts';
import { findLogin, type Login, lockLogin, recordLogin } from '#features/people/accounts/server/account-store.ts';
import { insertKnownDevice, isKnownDevice } from '#features/people/accounts/server/link-store.ts';
import { actingAdmin, actingUser, actingVisitor, audit } from '#features/people/audit/server/audit.ts';
import type { SessionKind } from '#features/people/sessions/model/lifetimes.ts';
import { countLogin, countLoginAttempt, type LoginAttempt } from '#features/people/sessions/server/login-limits.ts';
import { deleteSessionByToken, insertSession } from '#features/people/sessions/server/session-store.ts';
import type { MessageKey } from '#lib/i18n/translator.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { withTransaction } from '#lib/server/database/postgres.ts';
import type { Origin } from '#lib/server/http/caller.ts';
import type { SecretBox } from '#lib/server/secrets/secret-box.ts';
import { hashOfToken, newSecretToken } from '#lib/server/session/secret-token.ts';
import { checkLoginCode } from './login-codes.ts';

type Credentials = { email: string; password: string; code?: string | undefined };

/** Secrets from the request's cookies: of the current session and of the known device. */
export type BrowserSecrets = { session: string | undefined; device: string | undefined };

export type LoginResult =
  | { ok: true; id: number; name: string; session: string; device: string }
  | { ok: false; messageKey: MessageKey; field?: string };

/**
 * Logs a user or an administrator in. Requires a code if two-factor is on. Always creates a new session, which prevents
 * session fixation.
 */
export async function logIn(
  deps: AccountDeps,
  kind: SessionKind,
  { email, password, code = '' }: Credentials,
  browser: BrowserSecrets,
  origin: Origin,
): Promise<LoginResult> {
  const { pool, hasher } = deps;
  const action = kind === 'user' ? 'login' : 'admin login';
  const login = await findLogin(pool, kind === 'user' ? 'users' : 'admins', email);
  const device = hashOfToken(browser.device);
  const known = login !== null && device !== null && (await isKnownDevice(pool, kind, login.id, device));
  const attempt: LoginAttempt = { what: action, email, ip: origin.ip, knownDevice: known ? device : null };
  const counted = await countLoginAttempt(pool, attempt);
  if (counted.delayMs > 0) await pause(counted.delayMs);
  if (!(await hasher.verify(login?.passwordHash ?? null, password)) || login === null) {
    const subject = login && { kind, id: login.id };
    await audit(pool, origin, { actor: actingVisitor, action: `${action} failed`, subject });
    return wrongLogin(kind);
  }
  await countLogin(pool, attempt);
  const rehashed = hasher.isOutdated(login.passwordHash) ? await hasher.hash(password) : null;
  const knownDevice = known ? browser.device : undefined;
  const result =
    login.status === 'Inactive'
      ? { ok: false as const, messageKey: 'account.inactive' as const }
      : await openSession(deps, kind, login, { rehashed, code }, { ...browser, device: knownDevice }, origin);
  if (result.ok || !WRONG_CODE.includes(result.messageKey)) await counted.undo();
  return result;
}

/** Locks the account and fails if its password or status has changed since the password was checked. */
async function openSession(
  { pool, secrets }: AccountDeps,
  kind: SessionKind,
  { id, name, passwordHash }: Login,
  { rehashed, code }: { rehashed: string | null; code: string },
  browser: BrowserSecrets,
  origin: Origin,
): Promise<LoginResult> {
  const session = newSecretToken();
  const device = newSecretToken();
  const old = hashOfToken(browser.session);
  const actor = kind === 'user' ? actingUser(id) : actingAdmin(id);
  return withTransaction(pool, async (db): Promise<LoginResult> => {
    const now = await lockLogin(db, kind, id);
    if (now?.passwordHash !== passwordHash || now.status === 'Inactive') return wrongLogin(kind);
    const known = browser.device !== undefined;
    const codeError = await checkCode(db, secrets, { kind, id }, { code, known }, origin);
    if (codeError) return codeError;
    if (old) await deleteSessionByToken(db, old);
    await insertSession(db, kind, id, session.hash, origin);
    if (browser.device === undefined) await insertKnownDevice(db, kind, id, device.hash);
    await recordLogin(db, kind, id, rehashed);
    await audit(db, origin, { actor, action: kind === 'user' ? 'login' : 'admin login', subject: { kind, id } });
    return { ok: true, id, name, session: session.token, device: browser.device ?? device.token };
  });
}

const CODE_ERROR = {
  missing: 'account.factor.needed',
  wrong: 'account.factor.wrong',
  guessed: 'account.factor.guessed',
} as const satisfies Record<string, MessageKey>;
const WRONG_CODE: MessageKey[] = [CODE_ERROR.wrong, CODE_ERROR.guessed];

/** Returns the error for a missing or wrong code, or null if the code is right or not required. */
async function checkCode(
  db: Queryable,
  secrets: SecretBox,
  account: { kind: SessionKind; id: number },
  { code: typed, known }: { code: string; known: boolean },
  origin: Origin,
): Promise<LoginResult | null> {
  const code = await checkLoginCode(db, secrets, account, typed, known, origin);
  if (code === 'right' || code === 'not asked') return null;
  const login = account.kind === 'user' ? 'login' : 'admin login';
  const action = code === 'missing' ? (`${login} code asked` as const) : (`${login} failed` as const);
  await audit(db, origin, { actor: actingVisitor, action, subject: account, details: { code } });
  return { ok: false, messageKey: CODE_ERROR[code], field: 'code' };
}

const wrongLogin = (kind: SessionKind): LoginResult => ({
  ok: false,
  messageKey: kind === 'user' ? 'account.wrongLogin' : 'account.adminWrongLogin',
});
