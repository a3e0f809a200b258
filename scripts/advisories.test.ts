import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';

const servers: ReturnType<typeof createServer>[] = [];
afterAll(() => {
  for (const server of servers) server.close().closeAllConnections();
});

/** Runs the script against a local registry. */
async function check(answer: RequestListener, args: string[] = []) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const env = {
    PATH: process.env.PATH,
    npm_config_registry: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    npm_config_fetch_timeout: '1000',
    ADVISORIES_TIMEOUT_MS: '15000',
  };
  return new Promise<{ code: number; output: string }>((resolve) => {
    execFile(process.execPath, ['scripts/advisories.ts', ...args], { env }, (error, output) =>
      resolve({ code: Number(error?.code ?? 0), output }),
    );
  });
}

const registry =
  (advisories: object): RequestListener =>
  (request, response) =>
    request.url?.endsWith('/advisories/bulk')
      ? response.end(JSON.stringify(advisories))
      : response.writeHead(404).end('{}');

test('passes if the registry reports no vulnerability', async () => {
  const { code, output } = await check(registry({}));
  expect(output).toMatch(/^Checked: \d{3} packages, no known vulnerability\.\n$/);
  expect(code).toBe(0);
});

test('fails with package, severity and address of an advisory', async () => {
  const url = 'https://advisories.example/1';
  const finding = { id: 1, url, title: 'Made-up hole', severity: 'high', vulnerable_versions: '>=0.0.1', cwe: [] };
  const { code, output } = await check(registry({ fastify: [finding] }));
  expect(output).toContain(`high: fastify: Made-up hole (>=0.0.1) ${url}\n`);
  expect(code).toBe(1);
});

const refuse: RequestListener = (_request, response) => void response.writeHead(405).end();

test('passes with a warning if the registry refuses the request', async () => {
  const { code, output } = await check(refuse);
  expect(output).toMatch(/^Not checked: the registry could not be asked about vulnerabilities \(405 .+\)\.\n$/);
  expect(code).toBe(0);
});

test('with --strict, fails if the registry does not respond', async () => {
  const { code, output } = await check(() => {}, ['--strict']);
  expect(output).toMatch(/^Not checked: /);
  expect(code).toBe(2);
});
