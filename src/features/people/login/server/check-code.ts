import {
  consumeRecoveryCode,
  consumeStep,
  countRecoveryCodes,
  findSecondFactor,
  type SecondFactor,
} from '#features/people/accounts/server/second-factor-store.ts';
import { audit } from '#features/people/audit/server/audit.ts';
import type { SessionKind } from '#features/people/sessions/model/session-lifetime.ts';
import { areCodesGuessed, countWrongCode } from '#features/people/sessions/server/login-limits.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import type { Origin } from '#lib/server/http/caller.ts';
import type { SecretBox } from '#lib/server/secrets/secret-box.ts';
import { hashOfRecoveryCode, stepOfCode } from './one-time-code.ts';

type Account = { kind: SessionKind; id: number };
type LoginCode = 'not asked' | 'missing' | 'right' | 'wrong' | 'guessed';

/**
 * Checks and consumes the code of a login (app or recovery code). After too many wrong codes, unknown browsers need a
 * recovery code ('guessed'). The caller holds the lock on the account.
 */
export async function checkLoginCode(
  db: Queryable,
  secrets: SecretBox,
  { kind, id }: Account,
  typed: string,
  isKnownDevice: boolean,
  origin: Origin,
): Promise<LoginCode> {
  const factor = await findSecondFactor(db, secrets, kind, id);
  if (!factor?.isOn) return 'not asked';
  if (typed.trim() === '') return 'missing';
  const guessed = !isKnownDevice && (await areCodesGuessed(db, kind, id));
  const isRight = guessed
    ? await consumeRecovery(db, { kind, id }, typed, origin)
    : await consumeCode(db, { kind, id }, factor, typed, origin);
  if (isRight) return 'right';
  if (!isKnownDevice) await countWrongCode(db, kind, id);
  return guessed ? 'guessed' : 'wrong';
}

/** Returns true for a valid app or recovery code; each works only once. */
export async function consumeCode(
  db: Queryable,
  account: Account,
  factor: SecondFactor,
  typed: string,
  origin: Origin,
): Promise<boolean> {
  return (await consumeAppCode(db, account, factor, typed)) || consumeRecovery(db, account, typed, origin);
}

async function consumeRecovery(db: Queryable, { kind, id }: Account, typed: string, origin: Origin): Promise<boolean> {
  if (!(await consumeRecoveryCode(db, kind, id, hashOfRecoveryCode(typed)))) return false;
  const details = { left: await countRecoveryCodes(db, kind, id) };
  await audit(db, origin, {
    actor: { kind, id },
    action: 'recovery code used',
    subject: { kind, id },
    details,
  });
  return true;
}

export async function consumeAppCode(
  db: Queryable,
  { kind, id }: Account,
  { secret, now }: SecondFactor,
  typed: string,
): Promise<boolean> {
  const step = secret === null ? null : stepOfCode(secret, typed, now);
  return step !== null && consumeStep(db, kind, id, step);
}
