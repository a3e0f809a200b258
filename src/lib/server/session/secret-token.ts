import { createHash, randomBytes } from 'node:crypto';

const BYTES = 32;
const SHAPE = /^[\w-]{43}$/;

/** A secret that only its bearer holds: 256 random bits, and the hash by which we know it again. */
export type SecretToken = { token: string; hash: Buffer };

export function newSecretToken(): SecretToken {
  const token = randomBytes(BYTES).toString('base64url');
  return { token, hash: sha256(token) };
}

/** The hash under which a token is stored; null when the text can be no token of ours. */
export function hashOfToken(token: string | undefined): Buffer | null {
  return token !== undefined && SHAPE.test(token) ? sha256(token) : null;
}

function sha256(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
