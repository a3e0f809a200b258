import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Clock } from '#lib/clock.ts';
import { readConfig } from '#lib/server/config/config.ts';
import { afterFile } from '../runner/after-file.ts';
import { scratchFolder } from '../runner/scratch-folder.ts';
import { builtSite } from './built-site.ts';
import { DOCUMENT_KEYS } from './document-keys.ts';

/** Creates the built app with its pages on a test database. Needs `npm run build`. */
export async function pagesApp(
  pool: pg.Pool,
  environment: Record<string, string> = {},
  clock?: Clock,
): Promise<FastifyInstance> {
  const { createApp, installedDemo, pages } = await builtSite();
  const config = readConfig({ DATA_DIR: await scratchFolder(), READS_PER_MINUTE: '0', DOCUMENT_KEYS, ...environment });
  const app = await createApp({ config, pool, mode: 'test', pages, clock, demo: await installedDemo() });
  afterFile(() => app.close());
  return app;
}
