import { type ChildProcess, spawn } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '#lib/server/database/embedded/embedded-postgres.ts';
import { testDatabase } from '../tests/support/database/test-database.ts';

/** The goal is 1 s on an idle machine; the tests print how long each change took. */
const BOUND_MS = 10_000;
const START_MS = 120_000;
/** The old site closes after the first answer of the new one. */
const CLOSED_WITHIN_MS = 1_000;
/** The site also runs without the demo package. */
const NOT_COPIED = ['.git', '.data', 'build', 'demo', 'docs', 'node_modules', 'test-results', 'tests'];
const tree = mkdtempSync(join(tmpdir(), 'carquay-dev-'));
const origin = `http://127.0.0.1:${await freePort()}`;
let server: ChildProcess | undefined;
let output = '';

beforeAll(async () => {
  const copied = readdirSync('.').filter((name) => !NOT_COPIED.includes(name));
  for (const name of copied) cpSync(name, join(tree, name), { recursive: true });
  linkPackages();
  edit('src/lib/server/jobs/repeat.ts', 'export function', `const startedAt = Date.now();\nexport function`);
  edit(
    'src/lib/server/jobs/repeat.ts',
    'const tick = () => {',
    "const tick = () => {\n    console.log('job of', startedAt);",
  );
  const { PATH } = process.env;
  const env = {
    PATH,
    // Uses a migrated database; other tests start the embedded one.
    DATABASE_URL: (await testDatabase()).url,
    EXCHANGE_RATES: 'none',
    PAYMENTS: 'simulated',
    PORT: new URL(origin).port,
    HOST: '127.0.0.1',
    DATA_DIR: join(tree, '.data'),
    DEMO_LISTINGS: '0',
  };
  server = spawn(process.execPath, ['scripts/dev.ts'], { cwd: tree, env });
  for (const stream of [server.stdout, server.stderr]) stream?.on('data', (text: Buffer) => (output += text));
  const until = performance.now() + START_MS;
  while (!output.includes('is open at')) {
    if (server.exitCode !== null || performance.now() > until) throw new Error(`The server did not start:\n${output}`);
    await sleep(50);
  }
}, START_MS + 10_000);

afterAll(async () => {
  if (server?.exitCode === null) {
    const running = server;
    const gone = new Promise((resolve) => running.once('exit', resolve));
    running.kill('SIGTERM');
    await gone;
  }
  rmSync(tree, { recursive: true, force: true });
}, 60_000);

/** Links every package, because the copy needs its own Vite cache in node_modules/.vite. */
function linkPackages(): void {
  mkdirSync(join(tree, 'node_modules'));
  for (const name of readdirSync('node_modules').filter((entry) => !entry.startsWith('.vite')))
    symlinkSync(join(process.cwd(), 'node_modules', name), join(tree, 'node_modules', name));
}

function edit(file: string, from: string, to: string): () => void {
  const path = join(tree, file);
  const before = readFileSync(path, 'utf8');
  if (!before.includes(from)) throw new Error(`${file} has no ${from}`);
  writeFileSync(path, before.replace(from, to));
  return () => writeFileSync(path, before);
}

async function fetchText(path: string): Promise<{ status: number; body: string }> {
  const response = await fetch(origin + path);
  return { status: response.status, body: await response.text() };
}

/** The watcher may merge two changes of a file within this time. */
const BETWEEN_CHANGES_MS = 200;

/** Waits until a response contains a text, and prints how long that took. */
async function waitForText(what: string, path: string, text: string): Promise<number> {
  const began = performance.now();
  let answer = await fetchText(path);
  while (!answer.body.includes(text)) {
    if (performance.now() - began > BOUND_MS) throw new Error(`${path} has no ${text}: ${answer.status}\n${output}`);
    await sleep(20);
    answer = await fetchText(path);
  }
  console.log(`${what}: ${Math.round(performance.now() - began)} ms`);
  return answer.status;
}

test('shows a changed endpoint, component, message and article in the next answers', async () => {
  expect((await fetchText('/nowhere')).status).toBe(404);
  const message = JSON.parse(readFileSync('messages/en/every-page.json', 'utf8'))['shell.notFound.text'];
  // One reload shows all four changes. Each reload takes a second of processor time.
  edit('src/app/health.ts', "status: 'ok'", "status: 'changed'");
  edit('src/routes/not-found.tsx', '<MessagePage title={', "<MessagePage title={'Changed ' + ");
  edit('messages/en/every-page.json', message, 'Another sentence');
  edit('content/pages/about.md', 'title: ', 'title: Changed ');
  await waitForText('endpoint', '/api/health', 'changed');
  await waitForText('component', '/nowhere', 'Changed Page not found');
  await waitForText('message', '/nowhere', 'Another sentence');
  await waitForText('article', '/AboutUs', 'Changed ');
}, 60_000);

test('answers a syntax error with status 500 and its stack, and recovers', async () => {
  const restore = edit('src/app/health.ts', 'export function', 'export funktion');
  expect(await waitForText('syntax error', '/api/health', 'health.ts')).toBe(500);
  expect((await fetchText('/nowhere')).status).toBe(500);
  await sleep(BETWEEN_CHANGES_MS);
  restore();
  await waitForText('mended', '/api/health', 'changed');
}, 60_000);

test('answers messages that do not compile with status 500, and recovers', async () => {
  const restore = edit('messages/en/every-page.json', '{', '{{');
  expect(await waitForText('broken messages', '/api/health', 'JSON')).toBe(500);
  await sleep(BETWEEN_CHANGES_MS);
  restore();
  await waitForText('mended', '/api/health', 'changed');
}, 60_000);

test('reloads when only a thread uses the changed file', async () => {
  const reloads = () => output.split('Reloaded in').length;
  const before = reloads();
  appendFileSync(join(tree, 'src/features/site/media/server/picture-worker.ts'), '\n');
  await expect.poll(reloads, { timeout: BOUND_MS }).toBeGreaterThan(before);
});

test('stops the jobs of the old site when it is replaced', async () => {
  const jobStarts = () => [...output.matchAll(/job of (\d+)\n/g)].map(([, startedAt]) => Number(startedAt));
  const ran = jobStarts().length;
  await expect.poll(() => jobStarts().length, { timeout: 15_000 }).toBeGreaterThan(ran);
  const old = jobStarts().at(-1) ?? 0;
  edit('src/app/health.ts', "'changed'", "'last'");
  await waitForText('endpoint', '/api/health', 'last');
  await sleep(CLOSED_WITHIN_MS);
  const before = jobStarts().length;
  const later = () => jobStarts().slice(before);
  await expect.poll(() => later().length, { timeout: 15_000 }).toBeGreaterThan(3);
  expect(new Set(later()).size).toBe(1);
  expect(later()[0]).toBeGreaterThan(old);
}, 60_000);
