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
import { freePort } from '#lib/server/database/embedded/free-port.ts';

/** The goal is 1 s on an idle machine; the tests print what each change took. */
const BOUND_MS = 10_000;
const START_MS = 120_000;
/** The old site closes after the first answer of the new one. */
const CLOSED_WITHIN_MS = 1_000;
/** The site also runs without the demo. */
const NOT_COPIED = ['.git', '.data', 'build', 'demo', 'docs', 'node_modules', 'test-results', 'tests'];
const tree = mkdtempSync(join(tmpdir(), 'carquay-dev-'));
const origin = `http://127.0.0.1:${await freePort()}`;
let server: ChildProcess | undefined;
let said = '';

beforeAll(async () => {
  const copied = readdirSync('.').filter((name) => !NOT_COPIED.includes(name));
  for (const name of copied) cpSync(name, join(tree, name), { recursive: true });
  linkPackages();
  edit('src/lib/server/jobs/repeat.ts', 'export function', `const born = Date.now();\nexport function`);
  edit('src/lib/server/jobs/repeat.ts', 'setInterval(() => {', "setInterval(() => {\n    console.log('job of', born);");
  const { PATH } = process.env;
  const env = {
    PATH,
    PORT: new URL(origin).port,
    HOST: '127.0.0.1',
    DATA_DIR: join(tree, '.data'),
    DEMO_LISTINGS: '0',
  };
  server = spawn(process.execPath, ['scripts/dev.ts'], { cwd: tree, env });
  for (const stream of [server.stdout, server.stderr]) stream?.on('data', (text: Buffer) => (said += text));
  const until = Date.now() + START_MS;
  while (!said.includes('is open at')) {
    if (server.exitCode !== null || Date.now() > until) throw new Error(`The server did not start:\n${said}`);
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

/** A folder of links: Vite's cache in node_modules/.vite is then the copy's own. */
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

async function answerOf(path: string): Promise<{ status: number; body: string }> {
  const response = await fetch(origin + path);
  return { status: response.status, body: await response.text() };
}

/** The watcher may take two changes of a file within this time for one. */
const BETWEEN_CHANGES_MS = 200;

/** Waits until an answer has a text, and prints how long that took. */
async function untilAnswered(what: string, path: string, text: string): Promise<number> {
  const began = performance.now();
  let answer = await answerOf(path);
  while (!answer.body.includes(text)) {
    if (performance.now() - began > BOUND_MS) throw new Error(`${path} has no ${text}: ${answer.status}\n${said}`);
    await sleep(20);
    answer = await answerOf(path);
  }
  console.log(`${what}: ${Math.round(performance.now() - began)} ms`);
  return answer.status;
}

test('shows a changed endpoint, component, message and article in the next answers', async () => {
  expect((await answerOf('/nowhere')).status).toBe(404);
  edit('src/app/health.ts', "status: 'ok'", "status: 'changed'");
  await untilAnswered('endpoint', '/api/health', 'changed');
  edit('src/routes/not-found.tsx', '<MessagePage title={', "<MessagePage title={'Changed ' + ");
  await untilAnswered('component', '/nowhere', 'Changed Page not found');
  const message = JSON.parse(readFileSync('messages/en/site.json', 'utf8'))['shell.notFound.text'];
  edit('messages/en/site.json', message, 'Another sentence');
  await untilAnswered('message', '/nowhere', 'Another sentence');
  edit('content/pages/about.md', 'title: ', 'title: Changed ');
  await untilAnswered('article', '/AboutUs', 'Changed ');
}, 60_000);

test('answers a syntax error with status 500 and its stack, and recovers', async () => {
  const mend = edit('src/app/health.ts', 'export function', 'export funktion');
  expect(await untilAnswered('syntax error', '/api/health', 'health.ts')).toBe(500);
  expect((await answerOf('/nowhere')).status).toBe(500);
  await sleep(BETWEEN_CHANGES_MS);
  mend();
  await untilAnswered('mended', '/api/health', 'changed');
}, 60_000);

test('answers messages that do not compile with status 500, and recovers', async () => {
  const mend = edit('messages/en/site.json', '{', '{{');
  expect(await untilAnswered('broken messages', '/api/health', 'JSON')).toBe(500);
  await sleep(BETWEEN_CHANGES_MS);
  mend();
  await untilAnswered('mended', '/api/health', 'changed');
}, 60_000);

test('reloads when only a thread uses the changed file', async () => {
  const reloads = () => said.split('Reloaded in').length;
  const before = reloads();
  appendFileSync(join(tree, 'src/features/media/server/picture-worker.ts'), '\n');
  await expect.poll(reloads, { timeout: BOUND_MS }).toBeGreaterThan(before);
});

test('stops the jobs of the old site when it is replaced', async () => {
  const birthsOfJobs = () => [...said.matchAll(/job of (\d+)\n/g)].map(([, born]) => Number(born));
  const ran = birthsOfJobs().length;
  await expect.poll(() => birthsOfJobs().length, { timeout: 15_000 }).toBeGreaterThan(ran);
  const old = birthsOfJobs().at(-1) ?? 0;
  edit('src/app/health.ts', "'changed'", "'last'");
  await untilAnswered('endpoint', '/api/health', 'last');
  await sleep(CLOSED_WITHIN_MS);
  const before = birthsOfJobs().length;
  const later = () => birthsOfJobs().slice(before);
  await expect.poll(() => later().length, { timeout: 15_000 }).toBeGreaterThan(3);
  expect(new Set(later()).size).toBe(1);
  expect(later()[0]).toBeGreaterThan(old);
}, 60_000);
