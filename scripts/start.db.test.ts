import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const dataDir = mkdtempSync(join(tmpdir(), 'carquay-start-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

type Result = { code: number | null; output: string };

function run(args: string[], environment: Record<string, string>): Promise<Result> {
  const child = spawn(process.execPath, args, { env: { ...process.env, DATA_DIR: dataDir, ...environment } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output: output.trim() })));
}

const start = (environment: Record<string, string>) => run(['build/server/server.js'], environment);

test('npm start limits the heap to about 1 GB on a machine of any size', async () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } };
  const flags = scripts.start.split(' ').filter((word) => word.startsWith('--'));
  const { output } = await run([...flags, '-p', 'v8.getHeapStatistics().heap_size_limit / 2 ** 20'], {});
  expect(Number(output)).toBeLessThan(1300);
});

test('an invalid setting ends the start with a one-line error and code 1', async () => {
  const { code, output } = await start({ PORT: 'http' });
  expect(code).toBe(1);
  expect(output).toMatch(/^The setting PORT must be [^\n]+$/);
});

test('an unreachable database ends the start with a one-line error and code 1', async () => {
  const { code, output } = await start({ DATABASE_URL: 'postgres://a:b@127.0.0.1:1/none', PAYMENTS: 'simulated' });
  expect(code).toBe(1);
  expect(output).toMatch(/^The database at 127\.0\.0\.1:1\/none cannot be used: [^\n]+$/);
});

test('an unreachable database ends every command with a one-line error', async () => {
  const environment = { DATABASE_URL: 'postgres://a:b@127.0.0.1:1/none', PAYMENTS: 'simulated' };
  const commands = [['migrate'], ['migrate', '--plan'], ['verify'], ['admin', 'list'], ['document-keys', 'list']];
  const ends = await Promise.all(
    commands.map(([name, ...args]) => run([`build/server/${name}.js`, ...args], environment)),
  );
  for (const [nth, { code, output }] of ends.entries()) {
    expect(code, commands[nth]?.join(' ')).not.toBe(0);
    expect(output).toMatch(/^The database at 127\.0\.0\.1:1\/none cannot be used: [^\n]+$/);
  }
}, 60_000);

test.each([
  [{ HOST: '203.0.113.7', DEMO_LISTINGS: '0' }, /^HOST 203\.0\.113\.7 is not an address of this machine\. [^\n]+$/],
  [{ DATA_DIR: '/proc/carquay' }, /^DATA_DIR \/proc\/carquay cannot be used: [^\n]+$/],
  [{ PUBLIC_URL: 'https://cars.example/shop' }, /^The setting PUBLIC_URL must be [^\n]+$/],
  [{ PUBLIC_URL: 'https://cars.example' }, /^PAYMENTS must be set because PUBLIC_URL [^\n]+$/],
])(
  '%o ends the start with a one-line error and code 1',
  async (environment, message) => {
    const { code, output } = await start(environment as Record<string, string>);
    expect(code).toBe(1);
    expect(output.split('\n').at(-1)).toMatch(message);
  },
  60_000,
);

test('a port in use ends the start with an error and code 1', async () => {
  const other = createServer().listen(0, '0.0.0.0');
  await new Promise((resolve) => other.once('listening', resolve));
  const { port } = other.address() as { port: number };
  const { code, output } = await start({ PORT: String(port), HOST: '0.0.0.0', DEMO_LISTINGS: '0' });
  other.close();
  expect(code).toBe(1);
  expect(output.split('\n').at(-1)).toBe(`Port ${port} is already in use. Set PORT to a free port.`);
}, 60_000);

const olderNode = (version: string) => {
  const value = JSON.stringify({ ...process.versions, node: version });
  const pretend = `Object.defineProperties(process,{versions:{value:${value}},version:{value:"v${version}"}})`;
  return ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`];
};

test.each([
  ['18.20.8', 'scripts/setup/prepare.mjs', 'CarQuay requires Node 20 or newer. This is v18.20.8.'],
  [
    '20.20.2',
    'build/server/server.js',
    'The server requires Node 24 or newer, and this is v20.20.2. Start it with npm start or node_modules/.bin/node.',
  ],
])('Node %s is refused by %s with a one-line error', async (version, program, message) => {
  expect(await run([...olderNode(version), program], {})).toEqual({ code: 1, output: message });
});

test.each(['scripts/setup/prepare.mjs', 'build/server/server.js'])(
  '%s checks the version of Node before it imports anything',
  (program) => {
    expect(readFileSync(program, 'utf8')).not.toMatch(/^import /m);
  },
);

test.each([
  ['sunos', 'x64', 'CarQuay runs on Linux and macOS'],
  ['linux', 'mips', 'CarQuay runs on Linux and macOS'],
])('prepare.mjs exits on %s with %s before installing anything', async (platform, arch, message) => {
  const pretend = `data:text/javascript,Object.defineProperties(process,{platform:{value:"${platform}"},arch:{value:"${arch}"}})`;
  const { code, output } = await run(['--import', pretend, 'scripts/setup/prepare.mjs'], {});
  expect(code).toBe(1);
  expect(output).toContain(message);
  expect(output.split('\n')).toHaveLength(1);
});
