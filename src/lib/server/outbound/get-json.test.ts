import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { getJson, isAllowedUrl, isPublicAddress, publicLookup } from './get-json.ts';

const LIMITS = { maxBytes: 1_000, timeoutMs: 300 };
const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close().closeAllConnections();
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await new Promise((resolve) => server.once('listening', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/rates?key=secret`;
}

test('returns the document, and requests it without compression', async () => {
  const asked: unknown[] = [];
  const url = await serve(({ headers, url: path }, response) => {
    asked.push(headers['accept-encoding'], path);
    response.end('{"base":"USD"}');
  });
  expect(await getJson(url, LIMITS)).toEqual({ base: 'USD' });
  expect(asked).toEqual(['identity', '/rates?key=secret']);
});

test('follows no redirect', async () => {
  const visited: string[] = [];
  const other = await serve((_, response) => {
    visited.push('other');
    response.end('{}');
  });
  const url = await serve((_, response) => response.writeHead(302, { location: other }).end());
  await expect(getJson(url, LIMITS)).rejects.toThrow('the response has status 302');
  expect(visited).toEqual([]);
});

const refused: [string, RequestListener, string][] = [
  ['an error', (_, response) => response.writeHead(500).end('{}'), 'the response has status 500'],
  ['a large response', (_, response) => response.end(JSON.stringify('x'.repeat(2_000))), 'larger than 1000 bytes'],
  ['other text', (_, response) => response.end('<html>'), 'the response is no JSON'],
  [
    'a compressed response',
    (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('x'),
    'is compressed',
  ],
  ['silence', () => {}, 'no response in time'],
  ['a body that never ends', (_, response) => response.writeHead(200).write('{'), 'no response in time'],
  ['a broken connection', (_, response) => response.destroy(), 'socket hang up'],
];

test.each(refused)('refuses %s, without naming the path', async (_, listener, problem) => {
  const url = await serve(listener);
  await expect(getJson(url, LIMITS)).rejects.toThrow(problem);
  await expect(getJson(url, LIMITS)).rejects.not.toThrow('secret');
});

test.each([
  ['https://rates.example/latest?base=USD', true],
  ['http://localhost:4000/rates', true],
  ['http://[::1]:4000/rates', true],
  ['http://rates.example/latest', false],
  ['https://user:password@rates.example/', false],
  ['file:///etc/passwd', false],
  ['rates.example', false],
])('%s is allowed: %s', (url, isAllowed) => {
  expect(isAllowedUrl(url)).toBe(isAllowed);
});

test.each([
  ['93.184.215.14', true],
  ['2606:2800:21f:cb07:6820:80da:af6b:8b2c', true],
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['100.64.0.1', false],
  ['169.254.169.254', false],
  ['172.31.255.255', false],
  ['192.168.1.1', false],
  ['0.0.0.0', false],
  ['255.255.255.255', false],
  ['::1', false],
  ['::', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:93.184.215.14', false],
  ['64:ff9b::7f00:1', false],
  ['fc00::1', false],
  ['fe80::1', false],
  ['2002:7f00:1::', false],
  ['not an address', false],
])('%s is public: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});

test.each(['https://169.254.169.254/latest/meta-data', 'https://[::ffff:10.0.0.1]/', 'https://[fd00::1]/'])(
  'does not connect to %s',
  async (url) => {
    await expect(getJson(url, LIMITS)).rejects.toThrow('is not a public address');
  },
);

test('an address that the operator chose may lead into a private network, over https only', async () => {
  const limits = { ...LIMITS, mayBePrivate: true };
  await expect(getJson('https://127.0.0.2:1/rates', limits)).rejects.toThrow('ECONNREFUSED');
  await expect(getJson('http://127.0.0.2:1/rates', limits)).rejects.toThrow('the address must be https');
});

test('a name that leads to this machine does not resolve', async () => {
  const resolved = new Promise((resolve) =>
    publicLookup('localhost', { all: true }, (error) => resolve(error?.message)),
  );
  expect(await resolved).toBe('localhost is not a public address');
});
