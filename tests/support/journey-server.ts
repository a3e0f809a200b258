/** The built site on a fresh data folder (DATA_DIR) with a small demo stock, for the journeys. */
import { rmSync } from 'node:fs';
import { readConfig } from '#platform/config/config.ts';
import { serve } from '#server/serve.ts';

const config = readConfig({ ...process.env, DEMO_LISTINGS: '600' });
const server = await serve(config, 'production', console.log);
const close = async () => {
  await server.close();
  rmSync(config.dataDir, { recursive: true, force: true });
  process.exit(0);
};
process.once('SIGTERM', close);
process.once('SIGINT', close);
