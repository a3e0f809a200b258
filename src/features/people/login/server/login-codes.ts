import { createHash } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import {
  consumeRecoveryCode,
  consumeStep,
  countRecoveryCodes,
  findSecondFactor,
  type SecondFactor,
} from '#features/people/accounts/server/second-factor-store.ts';
import { audit } from '#features/people/audit/server/audit.ts';
import type { SessionKind } from '#features/people/sessions/model/lifetimes.ts';
import { areCodesGuessed, countWrongCode } from '#features/people/sessions/server/login-limits.ts';
import { PRODUCT_NAME } from '#lib/product.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import type { Origin } from '#lib/server/http/caller.ts';
import type { SecretBox } from '#lib/server/secrets/secret-box.ts';

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

const SECRET_BYTES = 20;
const RECOVERY_BYTES = 10;
const RECOVERY_CODES = 8;
/** Also accepts codes of this many steps before and after, because the phone's clock may be off. */
const STEP_TOLERANCE = 1;

/** Returns a random secret in base32. */
export function newSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** Returns the otpauth:// URI that adds a secret to an authenticator app. */
export function otpauthUri(secret: string, account: string): string {
  return new TOTP({ issuer: PRODUCT_NAME, label: account, secret: Secret.fromBase32(secret) }).toString();
}

/** Returns the time step that a code is valid for, or null if it is wrong. `timeMs` is the current time. */
export function stepOfCode(secret: string, typed: string, timeMs: number): number | null {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const off = totp.validate({ token: withoutSpacing(typed), timestamp: timeMs, window: STEP_TOLERANCE });
  return off === null ? null : totp.counter({ timestamp: timeMs }) + off;
}

/** Returns codes of 80 random bits, in groups of four characters. */
export function newRecoveryCodes(): string[] {
  const one = () => new Secret({ size: RECOVERY_BYTES }).base32.replace(/(.{4})(?=.)/g, '$1-');
  return Array.from({ length: RECOVERY_CODES }, one);
}

/** Ignores spaces, dashes and letter case. */
export function hashOfRecoveryCode(typed: string): Buffer {
  return createHash('sha256').update(withoutSpacing(typed)).digest();
}

function withoutSpacing(typed: string): string {
  return typed.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase();
}
