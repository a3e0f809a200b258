/** A site process for chaos.ts. Prints READY once it listens, and may be killed with SIGKILL. */
import { readConfig } from '#lib/server/config/config.ts';
import { openPool } from '#lib/server/database/postgres.ts';
import { builtSite } from '../tests/support/server/built-site.ts';

const config = readConfig({ ...process.env, READS_PER_MINUTE: '0' });
const pool = await openPool(config.databaseUrl ?? '', { max: 20 });
const { createApp, installedDemo, pages } = await builtSite();
const app = await createApp({ config, pool, mode: 'production', pages, demo: await installedDemo(), jobs: true });
await app.listen({ port: config.port, host: '127.0.0.1' });
console.log('READY');
