import {
  type AccountDeps,
  findLogin,
  insertKnownDevice,
  isKnownDevice,
  type Login,
  lockLogin,
  recordLogin,
} from '#features/accounts/server/api.ts';
import { actingAdmin, actingUser, actingVisitor, audit } from '#features/audit/server/api.ts';
import type { SessionKind } from '#features/sessions/model/session-lifetime.ts';
import {
  countLogin,
  countLoginAttempt,
  deleteSessionByToken,
  type Guess,
  insertSession,
  refundLoginAttempt,
} from '#features/sessions/server/api.ts';
import type { MessageId } from '#lib/i18n/messages.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import type { Origin } from '#lib/server/http/caller.ts';
import { hashOfToken, newSecretToken } from '#lib/server/session/secret-token.ts';
import { checkLoginCode } from './check-code.ts';

type Credentials = { email: string; password: string };
type AdminCredentials = Credentials & { code?: string | undefined };

/** Secrets that the browser has sent along: of its last session, and the one by which accounts know it. */
export type BrowserSecrets = { session: string | undefined; device: string | undefined };

export type LoginResult =
  | { ok: true; id: number; name: string; session: string; device: string }
  | { ok: false; messageKey: MessageId; field?: string };

/** Logs a user in. A right login always gets a new session, so one planted in the browser before is worth nothing. */
export function logIn(tools: AccountDeps, credentials: Credentials, browser: BrowserSecrets, origin: Origin) {
  return enter(tools, 'user', credentials, browser, origin);
}

/** Logs an administrator in: another table, another cookie, the same care, and a code for those who want it asked for. */
export function logInAdmin(tools: AccountDeps, credentials: AdminCredentials, browser: BrowserSecrets, origin: Origin) {
  return enter(tools, 'admin', credentials, browser, origin);
}

async function enter(
  tools: AccountDeps,
  kind: SessionKind,
  { email, password, code = '' }: AdminCredentials,
  browser: BrowserSecrets,
  origin: Origin,
): Promise<LoginResult> {
  const { pool, hasher } = tools;
  const action = kind === 'user' ? 'login' : 'admin login';
  const login = await findLogin(pool, kind === 'user' ? 'users' : 'admins', email);
  const device = hashOfToken(browser.device);
  const known = login !== null && device !== null && (await isKnownDevice(pool, kind, login.id, device));
  const guess: Guess = { what: action, email, ip: origin.ip, knownDevice: known ? device : null };
  await countLoginAttempt(pool, guess);
  if (!(await hasher.verify(login?.passwordHash ?? null, password)) || login === null) {
    const subject = login && { kind, id: login.id };
    await audit(pool, origin, { actor: actingVisitor, action: `${action} failed`, subject });
    return wrongLogin(kind);
  }
  await countLogin(pool, action, origin.ip);
  const rehashed = hasher.isOutdated(login.passwordHash) ? await hasher.hash(password) : null;
  const knownDevice = known ? browser.device : undefined;
  const result =
    login.status === 'Inactive'
      ? { ok: false as const, messageKey: 'account.inactive' as const }
      : await open(tools, kind, login, { rehashed, code }, { ...browser, device: knownDevice }, origin);
  if (result.ok || result.messageKey !== WRONG_CODE) await refundLoginAttempt(pool, guess);
  return result;
}

/** Opens the session under a lock on the account: a password that was right a moment ago may have been changed meanwhile. */
async function open(
  { pool }: AccountDeps,
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
    const lacking = kind === 'admin' && (await refuseWithoutCode(db, id, code, origin));
    if (lacking) return lacking;
    if (old) await deleteSessionByToken(db, old);
    await insertSession(db, kind, id, session.hash, origin);
    if (browser.device === undefined) await insertKnownDevice(db, kind, id, device.hash);
    await recordLogin(db, kind, id, rehashed);
    await audit(db, origin, { actor, action: kind === 'user' ? 'login' : 'admin login', subject: { kind, id } });
    return { ok: true, id, name, session: session.token, device: browser.device ?? device.token };
  });
}

const WRONG_CODE: MessageId = 'admin.secondFactor.wrong';

/** The refusal of an administrator who must give a code and has not given the right one. */
async function refuseWithoutCode(
  db: Queryable,
  id: number,
  typed: string,
  origin: Origin,
): Promise<LoginResult | null> {
  const code = await checkLoginCode(db, id, typed, origin);
  if (code === 'right' || code === 'not asked') return null;
  const action = code === 'missing' ? 'admin login code asked' : 'admin login failed';
  await audit(db, origin, { actor: actingVisitor, action, subject: { kind: 'admin', id }, details: { code } });
  return { ok: false, messageKey: code === 'missing' ? 'admin.secondFactor.needed' : WRONG_CODE, field: 'code' };
}

const wrongLogin = (kind: SessionKind): LoginResult => ({
  ok: false,
  messageKey: kind === 'user' ? 'account.wrongLogin' : 'account.adminWrongLogin',
});
