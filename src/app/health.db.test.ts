import { expect, test } from 'vitest';
import { readConfig } from '#lib/server/config/config.ts';
import { testDatabase } from '../../tests/support/database/test-database.ts';
import { afterFile } from '../../tests/support/runner/after-file.ts';
import { scratchFolder } from '../../tests/support/runner/scratch-folder.ts';
import { builtSite } from '../../tests/support/server/built-site.ts';
import { openBase } from './open-base.ts';
import { openSite } from './open-site.ts';

const { url } = await testDatabase();
const config = readConfig({
  DATA_DIR: await scratchFolder(),
  DATABASE_URL: url,
  PAYMENTS: 'simulated',
  LOG_LEVEL: 'silent',
});
const base = await openBase(config, null, () => {});
afterFile(() => base.close());
let isLost = false;
const { pages } = await builtSite();
const supervised = { ...base, isDatabaseLost: () => isLost };
const { app, close } = await openSite(supervised, { pages, mode: 'test', demo: null });
afterFile(close);

test('health fails while the embedded database is lost', async () => {
  const health = async () => (await app.inject('/api/health')).statusCode;
  expect(await health()).toBe(200);
  isLost = true;
  expect(await health()).toBe(503);
  isLost = false;
  expect(await health()).toBe(200);
});

test('an external database never counts as lost', () => {
  expect(base.isDatabaseLost()).toBe(false);
});
