import { actingAdmin, audit } from '#features/audit/server/api.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import type { Origin } from '#lib/server/http/caller.ts';
import { hashOfRecoveryCode, stepOfCode } from './one-time-code.ts';
import {
  consumeRecoveryCode,
  consumeStep,
  countRecoveryCodes,
  findSecondFactor,
  type SecondFactor,
} from './second-factor-store.ts';

/** A code that a login brings: not asked for, missing, right or wrong. */
type LoginCode = 'not asked' | 'missing' | 'right' | 'wrong';

/** Checks a login's code, of the app or for recovery, and uses it up. Belongs under the lock on the administrator. */
export async function checkLoginCode(
  db: Queryable,
  adminId: number,
  typed: string,
  origin: Origin,
): Promise<LoginCode> {
  const factor = await findSecondFactor(db, adminId);
  if (!factor?.isOn) return 'not asked';
  if (typed.trim() === '') return 'missing';
  return (await consumeCode(db, adminId, factor, typed, origin)) ? 'right' : 'wrong';
}

/** Whether a code is the app's at this moment or one for recovery, and not used before. */
export async function consumeCode(
  db: Queryable,
  adminId: number,
  factor: SecondFactor,
  typed: string,
  origin: Origin,
): Promise<boolean> {
  if (await consumeAppCode(db, adminId, factor, typed)) return true;
  if (!(await consumeRecoveryCode(db, adminId, hashOfRecoveryCode(typed)))) return false;
  const subject = { kind: 'admin', id: adminId };
  const details = { left: await countRecoveryCodes(db, adminId) };
  await audit(db, origin, { actor: actingAdmin(adminId), action: 'recovery code used', subject, details });
  return true;
}

export async function consumeAppCode(
  db: Queryable,
  adminId: number,
  { secret, now }: SecondFactor,
  typed: string,
): Promise<boolean> {
  const step = stepOfCode(secret, typed, now);
  return step !== null && consumeStep(db, adminId, step);
}
