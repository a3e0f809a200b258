import type { FastifyRequest } from 'fastify';
import { AppError } from '#lib/app-error.ts';
import type { Config } from '#lib/server/config/config.ts';

/** The address that was asked for. Only its path comes from the request line; the host is the operator's where it is set. */
export function requestUrl(config: Config, request: FastifyRequest): URL {
  const origin = config.publicUrl ?? `${request.protocol}://${request.host || 'localhost'}`;
  const path = request.url.startsWith(`${origin}/`) ? request.url.slice(origin.length) : request.url;
  const url = path.startsWith('/') && URL.canParse(origin) ? URL.parse(origin + path) : null;
  if (!url || url.origin !== new URL(origin).origin || url.username !== '') {
    throw new AppError('malformed', 'no address of this site');
  }
  return url;
}

const API = /^\/+api(\/|$)/i;

/**
 * The address of a page in which a percent sign means nothing, as in /buy-car/50%, with the sign spelled out: what it leads to can
 * then be said on a page. Null for an address of the API. It never leads to another site.
 */
export function escapePercent(address: string): string | null {
  const [path = '', ...query] = address.split('?');
  if (!path.startsWith('/') || API.test(path)) return null;
  return [`/${path.replace(/^[/\\]+/, '').replaceAll('%', '%25')}`, ...query].join('?');
}
