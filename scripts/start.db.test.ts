import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const dataDir = mkdtempSync(join(tmpdir(), 'carquay-start-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

type Ended = { code: number | null; said: string };

function run(args: string[], environment: Record<string, string>): Promise<Ended> {
  const child = spawn(process.execPath, args, { env: { ...process.env, DATA_DIR: dataDir, ...environment } });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += text));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, said: said.trim() })));
}

const start = (environment: Record<string, string>) => run(['build/server/server.js'], environment);

test('a wrong setting is one sentence and a failure', async () => {
  const { code, said } = await start({ PORT: 'http' });
  expect(code).toBe(1);
  expect(said).toMatch(/^The setting PORT must be [^\n]+$/);
});

test('a database that does not answer is one sentence and a failure', async () => {
  const { code, said } = await start({ DATABASE_URL: 'postgres://a:b@127.0.0.1:1/none' });
  expect(code).toBe(1);
  expect(said).toMatch(/^The database at 127\.0\.0\.1:1\/none cannot be used: [^\n]+$/);
});

test('a port that is taken is one sentence and a failure, and the database is stopped again', async () => {
  const other = createServer().listen(0, '0.0.0.0');
  await new Promise((resolve) => other.once('listening', resolve));
  const { port } = other.address() as { port: number };
  const { code, said } = await start({ PORT: String(port), HOST: '0.0.0.0', DEMO_LISTINGS: '0' });
  other.close();
  expect(code).toBe(1);
  expect(said.split('\n').at(-1)).toBe(`Port ${port} is already in use. Set PORT to a free port.`);
}, 60_000);

test.each([
  ['sunos', 'x64', 'CarQuay runs on Linux and macOS'],
  ['linux', 'mips', 'CarQuay runs on Linux and macOS'],
])('%s on %s is refused before anything is installed', async (platform, arch, sentence) => {
  const pretend = `data:text/javascript,Object.defineProperties(process,{platform:{value:"${platform}"},arch:{value:"${arch}"}})`;
  const { code, said } = await run(['--import', pretend, 'scripts/setup/prepare.mjs'], {});
  expect(code).toBe(1);
  expect(said).toContain(sentence);
  expect(said.split('\n')).toHaveLength(1);
});
