import type { FastifyRequest } from 'fastify';
import { AppError } from '#lib/app-error.ts';
import type { Config } from '#lib/server/config/config.ts';

/**
 * Returns the requested URL. The origin is PUBLIC_URL if set, else the Host header. Throws `malformed` for any other
 * origin.
 */
export function requestUrl(config: Config, request: FastifyRequest): URL {
  const origin = config.publicUrl ?? `${request.protocol}://${request.host || 'localhost'}`;
  const path = request.url.startsWith(`${origin}/`) ? request.url.slice(origin.length) : request.url;
  const url = path.startsWith('/') && URL.canParse(origin) ? URL.parse(origin + path) : null;
  if (!url || url.origin !== new URL(origin).origin || url.username !== '') {
    throw new AppError('malformed', 'not a URL of this site');
  }
  return url;
}

const API = /^\/+api(\/|$)/i;

/**
 * Encodes the percent signs of a URL with an invalid escape, such as /buy-car/50%, so that the not-found page can be
 * served. Returns null for API paths. The result never leads to another site.
 */
export function escapePercent(address: string): string | null {
  const [path = '', ...query] = address.split('?');
  if (!path.startsWith('/') || API.test(path)) return null;
  return [`/${path.replace(/^[/\\]+/, '').replaceAll('%', '%25')}`, ...query].join('?');
}
