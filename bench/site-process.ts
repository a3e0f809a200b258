/**
 * A site process for benchmarks: `site-process.ts PORT DATABASE_URL DATA_DIR cached|uncached memory|sql`, or
 * `site-process.ts PORT hello` for a bare server of Node. Prints READY once it listens.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { readConfig } from '#lib/server/config/config.ts';
import { openPool } from '#lib/server/database/postgres.ts';
import { builtSite } from '../tests/support/server/built-site.ts';

const [port = '', database = '', dataDir = '', caching, inventory = 'memory'] = process.argv.slice(2);

async function site(): Promise<FastifyInstance> {
  const config = readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: database,
    EXCHANGE_RATES: 'none',
    TRUST_PROXY: '1',
    LOG_LEVEL: 'error',
    READS_PER_MINUTE: '0',
    PAYMENT_DELAY_MS: '0',
    INVENTORY: inventory,
  });
  const { createApp, installedDemo, pages } = await builtSite();
  const pool = await openPool(database);
  return createApp({
    config,
    pool,
    mode: 'production',
    pages,
    demo: await installedDemo(),
    jobs: true,
    caching: caching === 'cached',
  });
}

const address = { port: Number(port), host: '127.0.0.1' };
if (database === 'hello') {
  const server = createServer((_request, response) => response.end('{"hello":"world"}'));
  await once(server.listen(address), 'listening');
} else await (await site()).listen(address);
console.log('READY');
process.once('SIGTERM', () => process.exit(0));
