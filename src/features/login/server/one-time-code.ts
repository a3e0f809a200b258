import { createHash } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { PRODUCT_NAME } from '#lib/product.ts';

const SECRET_BYTES = 20;
const RECOVERY_BYTES = 10;
const RECOVERY_CODES = 8;
/** Codes of the step before and after count too: a phone's clock may be off by so much. */
const STEPS_OFF = 1;

/** A secret for an authenticator app, in base32. */
export function newSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** The address by which an authenticator app takes a secret over, as a link or a picture of it. */
export function appAddress(secret: string, account: string): string {
  return new TOTP({ issuer: PRODUCT_NAME, label: account, secret: Secret.fromBase32(secret) }).toString();
}

/** The step of time for which a code is right at a moment (in milliseconds); null when it is wrong. */
export function stepOfCode(secret: string, typed: string, at: number): number | null {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const off = totp.validate({ token: withoutSpacing(typed), timestamp: at, window: STEPS_OFF });
  return off === null ? null : totp.counter({ timestamp: at }) + off;
}

/** Codes of 80 random bits, written in groups of four. */
export function newRecoveryCodes(): string[] {
  const one = () => new Secret({ size: RECOVERY_BYTES }).base32.replace(/(.{4})(?=.)/g, '$1-');
  return Array.from({ length: RECOVERY_CODES }, one);
}

/** The hash under which a recovery code is stored. */
export function hashOfRecoveryCode(typed: string): Buffer {
  return createHash('sha256').update(withoutSpacing(typed)).digest();
}

function withoutSpacing(typed: string): string {
  return typed.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase();
}
