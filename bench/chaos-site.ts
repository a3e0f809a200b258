/** One process of the site for chaos.ts, on a database of its own. Says READY once it listens; is killed without a warning. */
import { readConfig } from '#platform/config/config.ts';
import { openPool } from '#platform/database/pool.ts';
import { createApp } from '#server/app.ts';

const config = readConfig(process.env);
const pool = await openPool(config.databaseUrl ?? '', { max: 20 });
const app = await createApp({ config, pool, mode: 'production' });
await app.listen({ port: config.port, host: '127.0.0.1' });
console.log('READY');
