import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#lib/app-error.ts';
import type { Config } from '#lib/server/config/config.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Refuses writes that another site's page made a visitor's browser send. */
export function rejectCrossSiteWrites(app: FastifyInstance, config: Config): void {
  const ownOrigin = config.publicUrl;
  app.addHook('onRequest', (request, _reply, done) =>
    done(SAFE_METHODS.has(request.method) ? undefined : whyForeign(request, ownOrigin)),
  );
}

function whyForeign({ headers, host }: FastifyRequest, ownOrigin: string | undefined): AppError | undefined {
  const site = headers['sec-fetch-site'];
  // Said by the browser itself. A page without a referrer sends its forms with the origin `null`.
  if (site === 'same-origin') return undefined;
  if (site !== undefined && site !== 'none') return foreign(`sec-fetch-site ${site}`);
  const { origin } = headers;
  const own = origin === undefined || origin === ownOrigin || sameHost(origin, host);
  return own ? undefined : foreign('origin of another site');
}

function foreign(reason: string): AppError {
  return new AppError('forbidden', reason);
}

function sameHost(origin: string, host: string): boolean {
  return URL.parse(origin)?.host === host;
}
