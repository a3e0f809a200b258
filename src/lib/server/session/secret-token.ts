import { createHash, randomBytes } from 'node:crypto';

const BYTES = 32;
const SHAPE = /^[\w-]{43}$/;

/** A random token of 256 bits, and its hash, which is stored in place of the token. */
export type SecretToken = { token: string; hash: Buffer };

export function newSecretToken(): SecretToken {
  const token = randomBytes(BYTES).toString('base64url');
  return { token, hash: sha256(token) };
}

/** Returns the stored hash of a token; null if the text cannot be a token. */
export function hashOfToken(token: string | undefined): Buffer | null {
  return token !== undefined && SHAPE.test(token) ? sha256(token) : null;
}

function sha256(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
