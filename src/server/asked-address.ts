import type { FastifyRequest } from 'fastify';
import { AppError } from '#platform/app-error.ts';
import type { Config } from '#platform/config/config.ts';

/** The address that was asked for. Only its path comes from the request line; the host is the operator's where it is set. */
export function addressOf(config: Config, request: FastifyRequest): URL {
  const origin = config.publicUrl ?? `${request.protocol}://${request.host || 'localhost'}`;
  const path = request.url.startsWith(`${origin}/`) ? request.url.slice(origin.length) : request.url;
  const url = path.startsWith('/') && URL.canParse(origin) ? URL.parse(origin + path) : null;
  if (!url || url.origin !== new URL(origin).origin || url.username !== '') {
    throw new AppError('malformed', 'no address of this site');
  }
  return url;
}
