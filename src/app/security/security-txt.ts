import type { FastifyInstance } from 'fastify';
import { type Config, siteAddress } from '#lib/server/config/config.ts';

const DAY_MS = 86_400_000;
/** RFC 9116 recommends less than a year. */
const VALID_DAYS = 180;

/** Serves /.well-known/security.txt (RFC 9116), which tells researchers where to report a vulnerability. */
export function registerSecurityText(app: FastifyInstance, config: Config, now: () => Date): void {
  app.get('/.well-known/security.txt', { schema: { hide: true } }, async (_request, reply) => {
    const expires = new Date(now().getTime() + VALID_DAYS * DAY_MS);
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=86400');
    return [
      `Contact: mailto:${config.securityContact}`,
      `Expires: ${expires.toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${siteAddress(config)}/.well-known/security.txt`,
      '',
    ].join('\n');
  });
}
