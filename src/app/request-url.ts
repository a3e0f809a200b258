import type { FastifyRequest } from 'fastify';
import { AppError } from '#lib/app-error.ts';
import { type Config, siteAddress } from '#lib/server/config/config.ts';

/** Hosts that only reach this machine or its network, so links to them cannot lead to another site. */
const LOCAL_HOST = /^(localhost|\d{1,3}(\.\d{1,3}){3}|\[[0-9a-f:.]+\])(:\d{1,5})?$/i;

/**
 * Returns the requested URL. Its origin is PUBLIC_URL if set. Without it, only a Host header with localhost or an IP address
 * counts, so clients cannot choose the host of canonical addresses. Throws `malformed` for an invalid host or another origin.
 */
export function requestUrl(config: Config, request: FastifyRequest): URL {
  const requested = `${request.protocol}://${request.host || 'localhost'}`;
  const origin = config.publicUrl ?? (LOCAL_HOST.test(request.host) ? requested : siteAddress(config));
  const path = request.url.startsWith(`${origin}/`) ? request.url.slice(origin.length) : request.url;
  const url = path.startsWith('/') && URL.canParse(origin) && isHost(requested) ? URL.parse(origin + path) : null;
  if (!url || url.origin !== new URL(origin).origin || url.username !== '') {
    throw new AppError('malformed', 'not a URL of this site');
  }
  return url;
}

/** Returns true if the URL is only an origin. A Host header may contain anything. */
function isHost(requested: string): boolean {
  const url = URL.parse(requested);
  return url !== null && url.pathname === '/' && url.username === '' && url.search === '' && url.hash === '';
}

const API = /^\/+api(\/|$)/i;

/**
 * Encodes the percent signs of a URL with an invalid escape, such as /buy-car/50%, to serve the not-found page. Returns null
 * for API paths. The result never leads to another site.
 */
export function escapePercent(address: string): string | null {
  const [path = '', ...query] = address.split('?');
  if (!path.startsWith('/') || API.test(path)) return null;
  return [`/${path.replace(/^[/\\]+/, '').replaceAll('%', '%25')}`, ...query].join('?');
}
