import { createHash } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { PRODUCT_NAME } from '#lib/product.ts';

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
