import { type AccountDeps, lockLogin, withConfirmedAdminPassword } from '#features/accounts/server/api.ts';
import { actingAdmin, audit } from '#features/audit/server/api.ts';
import {
  countCodeAttempt,
  deleteSessionsOfAdmin,
  done,
  type Outcome,
  refundCodeAttempt,
  refused,
} from '#features/sessions/server/api.ts';
import type { MessageId } from '#lib/i18n/messages.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import type { Origin, SignedIn } from '#lib/server/http/caller.ts';
import { consumeAppCode, consumeCode } from './check-code.ts';
import { appAddress, hashOfRecoveryCode, newRecoveryCodes, newSecret } from './one-time-code.ts';
import {
  beginSecondFactor,
  countRecoveryCodes,
  deleteSecondFactor,
  enableSecondFactor,
  findSecondFactor,
  replaceRecoveryCodes,
} from './second-factor-store.ts';

/** Whether an administrator's login takes a code, and how many recovery codes are left. */
export async function secondFactorOf({ pool }: AccountDeps, { id }: SignedIn) {
  const factor = await findSecondFactor(pool, id);
  return { on: factor?.isOn ?? false, recoveryCodesLeft: await countRecoveryCodes(pool, id) };
}

type Begun = Outcome & { secret?: string; uri?: string };

/** Makes a new secret. Nothing changes for the login until a code made of it has come back. */
export async function begin(tools: AccountDeps, { id }: SignedIn, password: string, origin: Origin): Promise<Begun> {
  const admin = await withConfirmedAdminPassword(tools, id, password, origin);
  if (!admin) return refused('account.password.wrong', 'password');
  const secret = newSecret();
  return withTransaction(tools.pool, async (db): Promise<Begun> => {
    if (!(await beginSecondFactor(db, id, secret))) return refused('admin.secondFactor.alreadyOn');
    await note(db, id, 'second factor begun', origin);
    return { ...done('admin.secondFactor.begun'), secret, uri: appAddress(secret, admin.email) };
  });
}

type Confirmed = Outcome & { recoveryCodes?: string[] };

/** Turns the second factor on. The administrator's other sessions end: they were opened without a code. */
export async function confirm(
  tools: AccountDeps,
  { id, sessionId }: SignedIn,
  code: string,
  origin: Origin,
): Promise<Confirmed> {
  return withCode(tools, id, async (db): Promise<Confirmed> => {
    const factor = await findSecondFactor(db, id);
    if (!factor || factor.isOn) return refused(factor ? 'admin.secondFactor.alreadyOn' : 'admin.secondFactor.notBegun');
    if (!(await consumeAppCode(db, id, factor, code))) return wrongCode(db, id, origin);
    const recoveryCodes = newRecoveryCodes();
    await enableSecondFactor(db, id);
    await replaceRecoveryCodes(db, id, recoveryCodes.map(hashOfRecoveryCode));
    await deleteSessionsOfAdmin(db, id, sessionId);
    await note(db, id, 'second factor on', origin);
    return { ...done('admin.secondFactor.on'), recoveryCodes };
  });
}

export async function disable(
  tools: AccountDeps,
  { id }: SignedIn,
  { password, code }: { password: string; code: string },
  origin: Origin,
): Promise<Outcome> {
  if (!(await withConfirmedAdminPassword(tools, id, password, origin)))
    return refused('account.password.wrong', 'password');
  return withCode(tools, id, async (db) => {
    const factor = await findSecondFactor(db, id);
    if (!factor?.isOn) return refused('admin.secondFactor.notOn');
    if (!(await consumeCode(db, id, factor, code, origin))) return wrongCode(db, id, origin);
    await deleteSecondFactor(db, id);
    await note(db, id, 'second factor off', origin);
    return done('admin.secondFactor.off');
  });
}

const WRONG: MessageId = 'admin.secondFactor.wrong';

/** Does what takes a code, under the lock on the administrator. Codes are counted before they are looked at; right ones are forgiven. */
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
  if (outcome.messageKey !== WRONG) await refundCodeAttempt(pool, adminId);
  return outcome;
}

async function wrongCode(db: Queryable, adminId: number, origin: Origin): Promise<Outcome> {
  await note(db, adminId, 'wrong code given', origin);
  return refused(WRONG, 'code');
}

const note = (db: Queryable, id: number, action: string, origin: Origin) =>
  audit(db, origin, { actor: actingAdmin(id), action, subject: { kind: 'admin', id } });
