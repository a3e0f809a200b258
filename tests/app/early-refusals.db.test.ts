import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import Fastify, { type FastifyInstance } from 'fastify';
import { beforeAll, describe, expect, test } from 'vitest';
import { closeUnused, rejectUnparsed } from '../../src/app/errors/early-refusals.ts';
import { testDatabase } from '../support/database/test-database.ts';
import { testApp } from '../support/server/test-app.ts';

let app: FastifyInstance;
let port: number;

beforeAll(async () => {
  const { pool } = await testDatabase();
  app = await testApp(pool, { PUBLIC_URL: 'https://cars.example' });
  app.server.headersTimeout = 500;
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as AddressInfo).port;
});

/** Sends raw bytes and returns everything received until the server closes or is silent for 10 seconds. */
function answerTo(sent: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(sent));
    socket.on('data', (chunk) => {
      received += chunk;
    });
    socket.on('close', () => resolve(received));
    socket.on('error', reject);
    socket.setTimeout(10_000, () => socket.destroy());
  });
}

function parsed(answer: string) {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(lines.map((line) => [line.split(': ')[0]?.toLowerCase(), line.split(': ')[1]]));
  return { status: Number(first.split(' ')[1]), headers, body, json: () => JSON.parse(body) };
}

function expectOurs({ headers, json }: ReturnType<typeof parsed>, code: string) {
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
    'cross-origin-resource-policy': 'same-origin',
    'strict-transport-security': 'max-age=63072000; includeSubDomains',
  });
  const body = json();
  expect(body).toMatchObject({ flag: '0', code, message: expect.any(String), requestId: expect.any(String) });
  expect(body.error).toBe(body.message);
}

const get = (path: string, ...lines: string[]) =>
  [`GET ${path} HTTP/1.1`, ...lines, 'Connection: close', '', ''].join('\r\n');
const HOST = 'Host: cars.example';

describe('returns our error body and security headers for', () => {
  test.each([
    ['an unknown protocol', 'BREW /tea TEA/1.0\r\n\r\n', 400, 'malformed'],
    ['an unknown method', 'FETCH / HTTP/1.1\r\nHost: a\r\n\r\n', 400, 'malformed'],
    ['an unknown version', 'GET / HTTP/9.9\r\nHost: a\r\n\r\n', 400, 'malformed'],
    [
      'both Content-Length and Transfer-Encoding',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\nabc',
      400,
      'malformed',
    ],
    [
      'a chunk without a length',
      'POST /api/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n',
      400,
      'malformed',
    ],
    [
      'endless chunk extensions',
      `POST /api/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1;${'a'.repeat(20_000)}\r\n`,
      413,
      'too_large',
    ],
    ['headers that are too large', get('/', HOST, `X: ${'a'.repeat(20_000)}`), 431, 'too_large'],
    ['a URL that is too long', get(`/${'a'.repeat(20_000)}`, HOST), 431, 'too_large'],
    ['a URL that cannot be decoded', get('/api/%zz', HOST), 400, 'malformed'],
    ['a request without a Host header', get('/api/session'), 400, 'malformed'],
    ['two Host headers', get('/api/session', HOST, 'host: other.example'), 400, 'malformed'],
    ['an unknown path', get('/api/nowhere', HOST), 404, 'not_found'],
  ])('%s', async (_what, sent, status, code) => {
    const answer = parsed(await answerTo(sent));
    expect(answer.status).toBe(status);
    expectOurs(answer, code);
  });

  test('endless headers', async () => {
    const answer = parsed(await answerTo('GET / HTTP/1.1\r\nHost: a\r\nX: '));
    expect(answer.status).toBe(408);
    expectOurs(answer, 'malformed');
    expect(answer.json().message).toBe('The upload took too long. Please try again.');
  });
});

test('a malformed request is not quoted in the response, and no parser or server name is revealed', async () => {
  const answer = await answerTo('GET / HTTP/1.1\r\nHost: a\r\n<script>alert(1)</script>\r\n\r\n');
  expect(parsed(answer).status).toBe(400);
  expect(answer).not.toContain('script');
  expect(answer).not.toMatch(/HPE_|llhttp|node|fastify/i);
});

test('an unknown Expect header is ignored', async () => {
  const answer = parsed(await answerTo(get('/api/session', HOST, 'Expect: tea')));
  expect(answer.status).toBe(200);
  expect(answer.headers['x-content-type-options']).toBe('nosniff');
});

/** Opens a connection for sending in pieces; `received.text` grows as data arrives. */
function conversation(to = port) {
  const socket = connect(to, '127.0.0.1');
  const received = { text: '' };
  socket.on('data', (chunk) => {
    received.text += chunk;
  });
  return { socket, received, ended: new Promise((resolve) => socket.on('close', resolve)) };
}

test('a malformed chunk closes the connection without writing into a response that has begun', async () => {
  const server = createServer((_request, response) =>
    response.writeHead(200, { 'content-length': '10' }).write('12345'),
  );
  server.on('clientError', rejectUnparsed({}).bind(app));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { socket, received, ended } = conversation((server.address() as AddressInfo).port);
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n');
  await expect.poll(() => received.text).toContain('12345');
  socket.write('ZZ\r\n');
  await ended;
  expect(received.text.endsWith('12345')).toBe(true);
  server.close();
});

test('a closing server finishes the running request and answers a later one with 503 and our headers', async () => {
  const begun = new Promise((resolve) => app.server.once('request', resolve));
  const { socket, received, ended } = conversation();
  socket.write(`POST /api/logout HTTP/1.1\r\n${HOST}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n`);
  await begun;
  const closing = app.close();
  await expect.poll(() => app.server.listening).toBe(false);
  socket.write(`{}${get('/api/session', HOST)}`);
  await Promise.all([ended, closing]);
  const [finished = '', refused = ''] = received.text.split(/(?=HTTP\/1\.1 )/);
  expect(parsed(finished).status).toBe(200);
  expect(parsed(refused).status).toBe(503);
  expectOurs(parsed(refused), 'overloaded');
});

test('a shutdown does not wait for an idle connection that a browser opened in advance', async () => {
  const { pool } = await testDatabase();
  const closing = await testApp(pool);
  await closing.listen({ port: 0, host: '127.0.0.1' });
  const accepted = new Promise((resolve) => closing.server.once('connection', resolve));
  const socket = connect((closing.server.address() as AddressInfo).port, '127.0.0.1');
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await accepted;
  await closing.close();
  await closed;
}, 10_000);

test('a shutdown does not wait for a connection whose response ends during the shutdown', async () => {
  const closing = Fastify({ forceCloseConnections: 'idle', return503OnClosing: false });
  closeUnused(closing);
  const rest = Promise.withResolvers<void>();
  const content = async function* () {
    yield 'begun';
    await rest.promise;
  };
  closing.get('/', (_request, reply) => reply.header('content-length', 5).send(Readable.from(content())));
  expect((await fetch(await closing.listen({ port: 0, host: '127.0.0.1' }))).status).toBe(200);
  const ended = closing.close();
  await expect.poll(() => closing.server.listening).toBe(false);
  rest.resolve();
  await ended;
}, 10_000);
