import type { FastifyReply, FastifyRequest } from 'fastify';

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
