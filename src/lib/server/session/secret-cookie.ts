import type { FastifyReply, FastifyRequest } from 'fastify';

/** A cookie that holds a secret: no script can read it, and no other site's form or picture sends it along. */
export class SecretCookie {
  readonly #name: string;
  readonly #options: { path: '/'; httpOnly: true; sameSite: 'lax'; secure: boolean };
  readonly #maxAgeS: number;

  /** @param secure whether the site is reached over https; the browser then binds the cookie to exactly this host. */
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
