import {
  type AccountDeps,
  beginSecondFactor,
  countRecoveryCodes,
  deleteSecondFactor,
  enableSecondFactor,
  findSecondFactor,
  lockLogin,
  replaceRecoveryCodes,
  withConfirmedAdminPassword,
} from '#features/accounts/server/api.ts';
import type { AuditAction } from '#features/audit/model/audit-actions.ts';
import { actingAdmin, audit } from '#features/audit/server/api.ts';
import {
  countCodeAttempt,
  deleteSessionsOfAdmin,
  done,
  type Outcome,
  refused,
  uncountCodeAttempt,
} from '#features/sessions/server/api.ts';
import type { MessageKey } from '#lib/i18n/translator.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import type { Origin, SignedIn } from '#lib/server/http/caller.ts';
import { consumeAppCode, consumeCode } from './check-code.ts';
import { hashOfRecoveryCode, newRecoveryCodes, newSecret, otpauthUri } from './one-time-code.ts';

export async function secondFactorOf({ pool, secrets }: AccountDeps, { id }: SignedIn) {
  const factor = await findSecondFactor(pool, secrets, 'admin', id);
  return { on: factor?.isOn ?? false, recoveryCodesLeft: await countRecoveryCodes(pool, 'admin', id) };
}

type Begun = Outcome & { secret?: string; uri?: string };

/** Creates a secret. Logins stay unchanged until `confirm` receives a code generated from it. */
export async function begin(deps: AccountDeps, signedIn: SignedIn, password: string, origin: Origin): Promise<Begun> {
  const { id } = signedIn;
  const admin = await withConfirmedAdminPassword(deps, signedIn, password, origin);
  if (!admin) return refused('account.password.wrong', 'password');
  const secret = newSecret();
  return withTransaction(deps.pool, async (db): Promise<Begun> => {
    if (!(await beginSecondFactor(db, deps.secrets, 'admin', id, secret)))
      return refused('admin.secondFactor.alreadyOn');
    await auditAdmin(db, id, 'second factor begun', origin);
    return { ...done('admin.secondFactor.begun'), secret, uri: otpauthUri(secret, admin.email) };
  });
}

type Confirmed = Outcome & { recoveryCodes?: string[] };

/** Turns the second factor on. Ends the administrator's other sessions, because they were opened without a code. */
export async function confirm(
  deps: AccountDeps,
  { id, sessionId }: SignedIn,
  code: string,
  origin: Origin,
): Promise<Confirmed> {
  return withCode(deps, id, async (db): Promise<Confirmed> => {
    const factor = await findSecondFactor(db, deps.secrets, 'admin', id);
    if (!factor || factor.isOn) return refused(factor ? 'admin.secondFactor.alreadyOn' : 'admin.secondFactor.notBegun');
    if (!(await consumeAppCode(db, { kind: 'admin', id }, factor, code))) return wrongCode(db, id, origin);
    const recoveryCodes = newRecoveryCodes();
    await enableSecondFactor(db, 'admin', id);
    await replaceRecoveryCodes(db, 'admin', id, recoveryCodes.map(hashOfRecoveryCode));
    await deleteSessionsOfAdmin(db, id, sessionId);
    await auditAdmin(db, id, 'second factor on', origin);
    return { ...done('admin.secondFactor.on'), recoveryCodes };
  });
}

export async function disable(
  deps: AccountDeps,
  signedIn: SignedIn,
  { password, code }: { password: string; code: string },
  origin: Origin,
): Promise<Outcome> {
  const { id } = signedIn;
  if (!(await withConfirmedAdminPassword(deps, signedIn, password, origin)))
    return refused('account.password.wrong', 'password');
  return withCode(deps, id, async (db) => {
    const factor = await findSecondFactor(db, deps.secrets, 'admin', id);
    if (!factor?.isOn) return refused('admin.secondFactor.notOn');
    if (!(await consumeCode(db, { kind: 'admin', id }, factor, code, origin))) return wrongCode(db, id, origin);
    await deleteSecondFactor(db, 'admin', id);
    await auditAdmin(db, id, 'second factor off', origin);
    return done('admin.secondFactor.off');
  });
}

const WRONG: MessageKey = 'admin.secondFactor.wrong';

/**
 * Runs `work` under the lock on the administrator. Counts the attempt first, so concurrent ones count, and removes it
 * unless the code was wrong.
 */
async function withCode<Result extends Outcome>(
  { pool }: AccountDeps,
  adminId: number,
  work: (db: Queryable) => Promise<Result>,
): Promise<Result> {
  await countCodeAttempt(pool, adminId);
  const outcome = await withTransaction(pool, async (db) => {
    await lockLogin(db, 'admin', adminId);
    return work(db);
  });
  if (outcome.messageKey !== WRONG) await uncountCodeAttempt(pool, adminId);
  return outcome;
}

async function wrongCode(db: Queryable, adminId: number, origin: Origin): Promise<Outcome> {
  await auditAdmin(db, adminId, 'wrong code given', origin);
  return refused(WRONG, 'code');
}

const auditAdmin = (db: Queryable, id: number, action: AuditAction, origin: Origin) =>
  audit(db, origin, { actor: actingAdmin(id), action, subject: { kind: 'admin', id } });
