import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#lib/app-error.ts';
import type { Config } from '#lib/server/config/config.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Rejects state-changing requests that a page of another site made the browser send (CSRF). */
export function rejectCrossSiteWrites(app: FastifyInstance, config: Config): void {
  const ownOrigin = config.publicUrl;
  app.addHook('onRequest', (request, _reply, done) =>
    done(SAFE_METHODS.has(request.method) ? undefined : crossSiteError(request, ownOrigin)),
  );
}

function crossSiteError({ headers, host }: FastifyRequest, ownOrigin: string | undefined): AppError | undefined {
  const site = headers['sec-fetch-site'];
  // Trust Sec-Fetch-Site over Origin: pages with the no-referrer policy send their forms with `Origin: null`.
  if (site === 'same-origin') return undefined;
  if (site !== undefined && site !== 'none') return crossSite(`sec-fetch-site ${site}`);
  const { origin } = headers;
  const own = origin === undefined || origin === ownOrigin || sameHost(origin, host);
  return own ? undefined : crossSite('origin of another site');
}

function crossSite(reason: string): AppError {
  return new AppError('forbidden', reason);
}

function sameHost(origin: string, host: string): boolean {
  return URL.parse(origin)?.host === host;
}
