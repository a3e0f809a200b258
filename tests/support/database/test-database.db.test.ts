import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { openPool } from '#lib/server/database/postgres.ts';
import { afterFile } from '../runner/after-file.ts';
import { socketFolder, socketUrl } from './database-server.ts';
import { testDatabase } from './test-database.ts';

const ADDRESS = 'select inet_server_addr() as address, current_database() as name';

test('the pool of a test file uses the Unix socket if the server has one, and its URL uses TCP', async () => {
  const { pool, url } = await testDatabase();
  const tcp = await openPool(url, { max: 1 });
  afterFile(() => tcp.end());
  const [{ address: ofPool, name: poolName }] = (await pool.query(ADDRESS)).rows;
  const [{ address: ofUrl, name: urlName }] = (await tcp.query(ADDRESS)).rows;
  expect(ofPool).toBe(inject('databaseSocket') === null ? '127.0.0.1' : null);
  expect(ofUrl).toBe('127.0.0.1');
  expect(poolName).toBe(urlName);
});

test('a folder whose path is too long for a socket leaves TCP', () => {
  const url = 'postgres://owner:secret@127.0.0.1:5432/test';
  const short = '/run/test';
  const long = join('/', 'x'.repeat(87));
  expect(socketFolder(short)).toBe(short);
  expect(socketFolder(long)).toBe(long);
  expect(socketFolder(`${long}y`)).toBeNull();
  expect(socketUrl(url, null)).toBe(url);
  expect(socketUrl(url, short)).toBe(`${url}?host=%2Frun%2Ftest`);
});
