import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { DocumentKeys } from '#features/site/issued-documents/server/document-keys.ts';
import type { DocumentDeps } from '#features/site/issued-documents/server/issue-document.ts';
import { renderDue } from '#features/site/issued-documents/server/render-document.ts';
import { type Config, siteAddress } from '#lib/server/config/config.ts';
import { repeat } from '#lib/server/jobs/repeat.ts';

const RENDER_EVERY_MS = 1_000;
/** Leaves a download or an email the time to store the file itself. */
const GRACE_S = 2;

export function documentDeps(config: Config, pool: pg.Pool): DocumentDeps {
  return {
    pool,
    keys: new DocumentKeys(config),
    timeZone: config.issuerTimeZone,
    siteOrigin: siteAddress(config),
  };
}

/** Opens the keys that sign documents and starts the worker that stores their files. */
export function openDocuments(
  app: FastifyInstance,
  { config, pool, jobs }: { config: Config; pool: pg.Pool; jobs: boolean },
): DocumentDeps {
  const deps = documentDeps(config, pool);
  const onError = (error: unknown) => app.log.error({ err: error }, 'rendering a document failed');
  const stops: (() => Promise<void>)[] = [];
  app.addHook('onReady', async () => {
    if (jobs)
      stops.push(
        repeat(RENDER_EVERY_MS, (run) => renderDue(deps, run.onError, GRACE_S, run), onError, 'document files'),
      );
  });
  app.addHook('onClose', async () => {
    await Promise.all(stops.map((stop) => stop()));
  });
  return deps;
}
