import { setTimeout as pause } from 'node:timers/promises';
import type { AccountDeps } from '#features/people/accounts/server/account-deps.ts';
import {
  findLogin,
  type Login,
  lockLogin,
  loginOf,
  recordLogin,
} from '#features/people/accounts/server/account-store.ts';
import { mailSecondFactor, type SecondFactorNotice } from '#features/people/accounts/server/email/account-mails.ts';
import { insertKnownDevice, isKnownDevice } from '#features/people/accounts/server/link-store.ts';
import { checkFreshPassword } from '#features/people/accounts/server/passwords.ts';
import {
  beginSecondFactor,
  countRecoveryCodes,
  deleteSecondFactor,
  enableSecondFactor,
  findSecondFactor,
  replaceRecoveryCodes,
  type SecondFactor,
} from '#features/people/accounts/server/second-factor-store.ts';
import type { AuditAction } from '#features/people/audit/model/audit-log.ts';
import { actingAdmin, actingUser, actingVisitor, audit } from '#features/people/audit/server/audit.ts';
import type { SessionKind } from '#features/people/sessions/model/lifetimes.ts';
import {
  countCodeAttempt,
  countLogin,
  countLoginAttempt,
  type LoginAttempt,
  uncountCodeAttempt,
} from '#features/people/sessions/server/login-limits.ts';
import { done, type Outcome, refused } from '#features/people/sessions/server/outcome.ts';
import {
  deleteSessionByToken,
  deleteSessionsOf,
  insertSession,
} from '#features/people/sessions/server/session-store.ts';
import { AppError } from '#lib/app-error.ts';
import type { MessageKey } from '#lib/i18n/translator.ts';
import { type Queryable, withTransaction } from '#lib/server/database/postgres.ts';
import type { Origin, SignedIn } from '#lib/server/http/caller.ts';
import type { SecretBox } from '#lib/server/secrets/secret-box.ts';
import { hashOfToken, newSecretToken } from '#lib/server/session/secret-token.ts';
import {
  checkLoginCode,
  consumeAppCode,
  consumeCode,
  hashOfRecoveryCode,
  newRecoveryCodes,
  newSecret,
  otpauthUri,
} from './login-codes.ts';

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

/** A signed-in user or administrator. */
export type Account = SignedIn & { kind: SessionKind };

export async function secondFactorOf({ pool, secrets }: AccountDeps, { kind, id }: Account) {
  const factor = await findSecondFactor(pool, secrets, kind, id);
  return { on: factor?.isOn ?? false, recoveryCodesLeft: await countRecoveryCodes(pool, kind, id) };
}

type Begun = Outcome & { secret?: string; uri?: string };

/** Creates a secret. Logins stay unchanged until `confirm` receives a code generated from it. */
export async function begin(
  deps: AccountDeps,
  account: Account,
  password: string | undefined,
  origin: Origin,
): Promise<Begun> {
  const { kind, id } = account;
  const refusal = await refuseWithoutProof(deps, account, password, origin);
  if (refusal) return refusal;
  const secret = newSecret();
  return withTransaction(deps.pool, async (db): Promise<Begun> => {
    if (!(await beginSecondFactor(db, deps.secrets, kind, id, secret))) return refused('account.factor.alreadyOn');
    await auditOwn(db, account, 'second factor begun', origin);
    const { email } = await loginOfAccount(db, account);
    return { ...done('account.factor.begun'), secret, uri: otpauthUri(secret, email) };
  });
}

type WithCodes = Outcome & { recoveryCodes?: string[] };

/** Turns the second factor on. Ends all other sessions of the account, because they were opened without a code. */
export async function confirm(deps: AccountDeps, account: Account, code: string, origin: Origin): Promise<WithCodes> {
  const { kind, id, sessionId } = account;
  return withCode(deps, account, async (db): Promise<WithCodes> => {
    const factor = await findSecondFactor(db, deps.secrets, kind, id);
    if (!factor || factor.isOn) return refused(factor ? 'account.factor.alreadyOn' : 'account.factor.notBegun');
    if (!(await consumeAppCode(db, account, factor, code))) return wrongCode(db, account, origin);
    await enableSecondFactor(db, kind, id);
    const recoveryCodes = await giveRecoveryCodes(db, account);
    await deleteSessionsOf(db, kind, id, sessionId);
    await report(db, account, 'second factor on', 'mail.secondFactorOn', origin);
    return { ...done('account.factor.nowOn'), recoveryCodes };
  });
}

type Proof = { password?: string | undefined; code: string };

export function disable(deps: AccountDeps, account: Account, proof: Proof, origin: Origin): Promise<Outcome> {
  return changeWithCode(deps, account, proof, origin, async (db) => {
    await deleteSecondFactor(db, account.kind, account.id);
    await report(db, account, 'second factor off', 'mail.secondFactorOff', origin);
    return done('account.factor.nowOff');
  });
}

/** Creates new recovery codes. The old ones stop working. */
export function renewRecoveryCodes(
  deps: AccountDeps,
  account: Account,
  proof: Proof,
  origin: Origin,
): Promise<WithCodes> {
  return changeWithCode<WithCodes>(deps, account, proof, origin, async (db) => {
    const recoveryCodes = await giveRecoveryCodes(db, account);
    await report(db, account, 'recovery codes renewed', 'mail.recoveryCodesRenewed', origin);
    return { ...done('account.factor.renewed'), recoveryCodes };
  });
}

/** Runs `work` if the second factor is on, and password and code are right. */
async function changeWithCode<Result extends Outcome>(
  deps: AccountDeps,
  account: Account,
  { password, code }: Proof,
  origin: Origin,
  work: (db: Queryable) => Promise<Result>,
): Promise<Result | Outcome> {
  const refusal = await refuseWithoutProof(deps, account, password, origin);
  if (refusal) return refusal;
  return withCode(deps, account, async (db): Promise<Result | Outcome> => {
    const factor: SecondFactor | null = await findSecondFactor(db, deps.secrets, account.kind, account.id);
    if (!factor?.isOn) return refused('account.factor.notOn');
    if (!(await consumeCode(db, account, factor, code, origin))) return wrongCode(db, account, origin);
    return work(db);
  });
}

/** Administrators always need the password, users unless they have proved it recently. */
async function refuseWithoutProof(
  deps: AccountDeps,
  account: Account,
  password: string | undefined,
  origin: Origin,
): Promise<Outcome | null> {
  if (account.kind === 'admin' && !password) return refused('account.password.needed', 'password');
  const proof = await checkFreshPassword(deps, account.kind, account, password, origin);
  if (proof === 'proved') return null;
  return refused(proof === 'needed' ? 'account.password.needed' : 'account.password.wrong', 'password');
}

async function giveRecoveryCodes(db: Queryable, { kind, id }: Account): Promise<string[]> {
  const codes = newRecoveryCodes();
  await replaceRecoveryCodes(db, kind, id, codes.map(hashOfRecoveryCode));
  return codes;
}

const WRONG: MessageKey = 'account.factor.wrong';

/**
 * Runs `work` under the lock on the account. Counts the attempt first, so concurrent ones count, and removes it
 * unless the code was wrong.
 */
async function withCode<Result extends Outcome>(
  { pool }: AccountDeps,
  account: Account,
  work: (db: Queryable) => Promise<Result>,
): Promise<Result> {
  const { kind, id } = account;
  await countCodeAttempt(pool, kind, id);
  const outcome = await withTransaction(pool, async (db) => {
    await lockLogin(db, kind, id);
    return work(db);
  });
  if (outcome.messageKey !== WRONG) await uncountCodeAttempt(pool, kind, id);
  return outcome;
}

async function wrongCode(db: Queryable, account: Account, origin: Origin): Promise<Outcome> {
  await auditOwn(db, account, 'wrong code given', origin);
  return refused(WRONG, 'code');
}

/** Audits a change, and emails users about it in case they did not make it. */
async function report(
  db: Queryable,
  account: Account,
  action: AuditAction,
  notice: SecondFactorNotice,
  origin: Origin,
): Promise<void> {
  if (account.kind === 'user') await mailSecondFactor(db, await loginOfAccount(db, account), notice);
  await auditOwn(db, account, action, origin);
}

async function loginOfAccount(db: Queryable, { kind, id }: Account) {
  const login = await loginOf(db, kind, id);
  if (!login) throw new AppError('not_signed_in', 'the account is gone');
  return login;
}

const auditOwn = (db: Queryable, { kind, id }: Account, action: AuditAction, origin: Origin) =>
  audit(db, origin, { actor: { kind, id }, action, subject: { kind, id } });
