/** The built site on a fresh data folder with a small demo stock, for the journeys. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '#platform/config/config.ts';
import { serve } from '#server/serve.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'carquay-journeys-'));
const server = await serve(
  readConfig({ ...process.env, DATA_DIR: dataDir, DEMO_LISTINGS: '600' }),
  'production',
  console.log,
);
const close = async () => {
  await server.close();
  rmSync(dataDir, { recursive: true, force: true });
  process.exit(0);
};
process.once('SIGTERM', close);
process.once('SIGINT', close);
