import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { livePostmaster } from './processes.ts';

const folder = mkdtempSync(join(tmpdir(), 'carquay-embedded-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A process that commits a row in a database that was restarted. */
const OWNER = `
  import pg from 'pg';
  import { startEmbeddedPostgres } from '#lib/server/database/embedded/embedded-postgres.ts';
  const { url, restart } = await startEmbeddedPostgres(${JSON.stringify(folder)});
  await restart(new AbortController().signal);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('create table if not exists kept (x int); insert into kept values (1)');
  console.log('COMMITTED');
  setInterval(() => {}, 1000);
`;

async function committedThenKilled(): Promise<void> {
  const owner = spawn(process.execPath, ['--input-type=module-typescript', '-e', OWNER], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    owner.stdout.on('data', (text: Buffer) => text.includes('COMMITTED') && resolve());
    owner.once('exit', (code) => reject(new Error(`ended early: ${code}`)));
  });
  const closed = new Promise((resolve) => owner.once('close', resolve));
  owner.kill('SIGKILL');
  await closed;
  await expect.poll(() => livePostmaster(join(folder, 'data')), { message: 'the guard stops the database' }).toBeNull();
}

test('keeps every committed row after two kills with SIGKILL, and rejects a second start on the folder', async () => {
  await committedThenKilled();
  await committedThenKilled();
  const database = await startEmbeddedPostgres(folder);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  expect((await client.query('select x from kept')).rows).toEqual([{ x: 1 }, { x: 1 }]);
  await client.end();

  await expect(startEmbeddedPostgres(folder)).rejects.toThrow('CarQuay is already running on');
  await database.stop();
}, 60_000);

test('names the major version of a data folder that another PostgreSQL made', async () => {
  writeFileSync(join(folder, 'data/PG_VERSION'), '17\n');
  await expect(startEmbeddedPostgres(folder)).rejects.toThrow(
    /data is a database of PostgreSQL 17, and this version has \d+\. Start the version of CarQuay that made it, or move the data/,
  );
}, 60_000);
