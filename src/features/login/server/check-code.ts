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

type LoginCode = 'not asked' | 'missing' | 'right' | 'wrong';

/** Checks and consumes the code of a login (app or recovery code). The caller holds the lock on the administrator. */
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

/** Returns true for a valid app or recovery code; each works only once. */
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
