import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

const BYTES = 32;
const SHAPE = /^[\w-]{43}$/;

/** A random token of 256 bits, and its hash, which is stored in place of the token. */
type SecretToken = { token: string; hash: Buffer };

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

/** A cookie with a secret: HttpOnly and SameSite=Lax. */
export class SecretCookie {
  readonly #name: string;
  readonly #options: { path: '/'; httpOnly: true; sameSite: 'lax'; secure: boolean };
  readonly #maxAgeS: number;

  /** @param secure whether the site uses https; the `__Host-` prefix then binds the cookie to this host */
  constructor(name: string, maxAgeS: number, secure: boolean) {
    this.#name = secure ? `__Host-${name}` : name;
    this.#options = { path: '/', httpOnly: true, sameSite: 'lax', secure };
    this.#maxAgeS = maxAgeS;
  }

  read(request: FastifyRequest): string | undefined {
    return request.cookies[this.#name];
  }

  write(reply: FastifyReply, secret: string): void {
    reply.setCookie(this.#name, secret, { ...this.#options, maxAge: this.#maxAgeS });
  }

  clear(reply: FastifyReply): void {
    reply.clearCookie(this.#name, this.#options);
  }
}
