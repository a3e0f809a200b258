import type pg from 'pg';
import { expect, test } from 'vitest';
import { ConfigError } from '#lib/config-error.ts';
import { checkServer } from './check-server.ts';

const TIMEOUTS = { statement_timeout: 5_000, lock_timeout: 2_000, idle_in_transaction_session_timeout: 30_000 };

/** A server of a version, as its number, that has all settings. */
function server(version: number): pg.Pool {
  const facts = { version, role: 'carquay', zone: 'UTC', isUtc: true, timeouts: TIMEOUTS };
  const pool = { options: { options: '-c timezone=UTC' }, query: async () => ({ rows: [facts] }) };
  return pool as unknown as pg.Pool;
}

test.each([
  [90_624, 9],
  [140_018, 14],
  [149_999, 14],
])('refuses a server of version number %d in one sentence', async (version, major) => {
  const checked = checkServer(server(version));
  await expect(checked).rejects.toThrow(ConfigError);
  await expect(checked).rejects.toThrow(`PostgreSQL ${major} is too old. Version 15 or newer is required.`);
});

test.each([150_000, 180_004])('accepts a server of version number %d', async (version) => {
  await expect(checkServer(server(version))).resolves.toBeUndefined();
});
