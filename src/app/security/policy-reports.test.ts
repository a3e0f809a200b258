import { PassThrough } from 'node:stream';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { sendError } from '../errors/error-responses.ts';
import { logger } from '../metrics/observe-requests.ts';
import { registerPolicyReports } from './policy-reports.ts';

const SECRET = 'T'.repeat(43);
const violation = (body: object) => ({ type: 'csp-violation', age: 1, url: 'https://cars.example/', body });
const injected = violation({
  effectiveDirective: 'script-src-elem',
  blockedURL: 'https://evil.example/x.js?who=reader@buyers.example',
  documentURL: `https://cars.example/ResetPassword?token=${SECRET}`,
});

function site() {
  let now = 0;
  const lines: string[] = [];
  const stream = new PassThrough().on('data', (chunk) => lines.push(...String(chunk).split('\n').filter(Boolean)));
  const app = Fastify({ logger: logger({ logLevel: 'warn' }, stream) });
  app.setErrorHandler(sendError);
  const violations = registerPolicyReports(app, () => now);
  const send = async (payload: string, type = 'application/reports+json', ip = '198.51.100.1') =>
    (
      await app.inject({
        method: 'POST',
        url: '/csp-reports',
        headers: { 'content-type': type },
        payload,
        remoteAddress: ip,
      })
    ).statusCode;
  return {
    send,
    violations,
    lines,
    pass: (ms: number) => {
      now += ms;
    },
  };
}

test('counts reports of both forms by directive, and logs host and page without addresses', async () => {
  const { send, violations, lines } = site();
  expect(await send(JSON.stringify([injected, { type: 'deprecation', body: {} }]))).toBe(204);
  const older = {
    'violated-directive': "style-src 'self'",
    'blocked-uri': 'inline',
    'document-uri': 'https://cars.example/buy-car/x-1',
  };
  expect(await send(JSON.stringify({ 'csp-report': older }), 'application/csp-report')).toBe(204);
  expect(Object.fromEntries(violations)).toEqual({ 'script-src-elem': 1, 'style-src': 1 });
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { directive: 'script-src-elem', blocked: 'evil.example', page: '/ResetPassword' },
    { directive: 'style-src', blocked: 'inline', page: '/buy-car/:slug' },
  ]);
  expect(lines.join('')).not.toMatch(/TTTT|reader|198\.51/);
});

test.each([
  ['no JSON', '{', 400],
  ['another type', '{}', 415, 'application/json'],
  ['a huge body', JSON.stringify([injected, 'x'.repeat(33 * 1024)]), 413],
])('refuses %s', async (_what, payload, status, type?: string) => {
  const { send, violations, lines } = site();
  expect(await send(payload, type)).toBe(status);
  expect([violations.size, lines]).toEqual([0, []]);
});

test('junk is counted as other, and cannot forge a line or a label', async () => {
  const { send, violations, lines } = site();
  const junk = { effectiveDirective: 'x\n{"level":60}', blockedURL: 'https://a"b\n.example', documentURL: '/x\n' };
  await send(JSON.stringify([violation(junk), violation([1, 2]), null, 7, { type: 'csp-violation', body: null }]));
  for (const payload of ['null', '7', '"x"', '{}', '[]', `${'['.repeat(10_000)}${']'.repeat(10_000)}`])
    await send(payload);
  expect([...violations.keys()]).toEqual(['other']);
  for (const line of lines)
    expect(JSON.parse(line)).toMatchObject({ level: 40, directive: 'other', blocked: 'unknown', page: 'page' });
});

test('counts at most 20 reports of one body and logs 10 a minute', async () => {
  const { send, violations, lines, pass } = site();
  await send(JSON.stringify(Array.from({ length: 50 }, () => injected)));
  expect([violations.get('script-src-elem'), lines.length]).toEqual([20, 10]);
  pass(60_000);
  await send(JSON.stringify([injected]));
  expect(lines.length).toBe(11);
});

test('takes 60 requests a minute from one client, and 600 from all', async () => {
  const { send, pass } = site();
  const statuses = [];
  for (let count = 0; count < 62; count++) statuses.push(await send('[]'));
  expect(statuses.filter((status) => status === 204).length).toBe(60);
  expect(statuses.at(-1)).toBe(429);
  let taken = 60;
  for (let client = 0; client < 20; client++)
    for (let count = 0; count < 50; count++) if ((await send('[]', undefined, `203.0.113.${client}`)) === 204) taken++;
  expect(taken).toBe(600);
  pass(60_000);
  expect(await send('[]')).toBe(204);
});
