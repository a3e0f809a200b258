import type { FastifyInstance } from 'fastify';
import { AppError } from '#platform/app-error.ts';
import type { Config } from '#platform/config/config.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Refuses writes that another site's page made a visitor's browser send. */
export function refuseForeignWrites(app: FastifyInstance, config: Config): void {
  const ownOrigin = config.publicUrl && new URL(config.publicUrl).origin;
  app.addHook('onRequest', async (request) => {
    if (SAFE_METHODS.has(request.method)) return;
    const site = request.headers['sec-fetch-site'];
    if (site !== undefined && site !== 'same-origin' && site !== 'none') throw foreign(`sec-fetch-site ${site}`);
    const { origin } = request.headers;
    if (origin === undefined) return;
    if (origin !== ownOrigin && !sameHost(origin, request.host)) throw foreign('origin of another site');
  });
}

function foreign(reason: string): AppError {
  return new AppError('forbidden', reason);
}

function sameHost(origin: string, host: string): boolean {
  return URL.parse(origin)?.host === host;
}
