import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { startFauxqs } from 'fauxqs';
import { beforeAll, expect, test } from 'vitest';
import { ConfigError } from '#lib/config-error.ts';
import { readConfig } from '#lib/server/config/config.ts';
import { openFileStore } from '#lib/server/files/open-file-store.ts';
import { mailServer } from '../../../tests/support/mail/mail-server.ts';
import { afterFile } from '../../../tests/support/runner/after-file.ts';
import { outsideServices, tryServices } from './outside-services.ts';

const SECRET = 'hush-hush';
let endpoint: string;

beforeAll(async () => {
  const server = await startFauxqs({ host: '127.0.0.1', port: 0, logger: false });
  afterFile(() => server.stop());
  server.createBucket('cars');
  endpoint = `http://127.0.0.1:${server.port}`;
});

const bucket = (environment: Record<string, string> = {}) => ({
  S3_BUCKET: 'cars',
  S3_ENDPOINT: endpoint,
  S3_ACCESS_KEY_ID: 'me',
  S3_SECRET_ACCESS_KEY: SECRET,
  S3_FORCE_PATH_STYLE: 'yes',
  ...environment,
});
const mail = (host: string) => ({ SMTP_URL: `smtp://me:${SECRET}@${host}`, MAIL_FROM: 'hi@cars.example' });

async function trying(environment: Record<string, string>) {
  const lines: string[] = [];
  const failed = await tryServices(readConfig(environment), (line) => lines.push(line));
  return { failed: [...failed.keys()], text: lines.join('\n') };
}

test('reports nothing about a working bucket and mail server, and sends no email', async () => {
  const server = await mailServer(undefined, {
    onAuth: (_auth, _session, done) => done(null, { user: 'me' }),
    allowInsecureAuth: true,
  });
  expect(await trying({ ...bucket(), ...mail(`127.0.0.1:${server.port}`) })).toEqual({ failed: [], text: '' });
  expect(server.tries()).toBe(0);
});

test('a bucket that does not exist stops the start', async () => {
  const start = trying(bucket({ S3_BUCKET: 'none' }));
  await expect(start).rejects.toThrow(ConfigError);
  await expect(start).rejects.toThrow(/^The bucket none cannot be used: NoSuchBucket \(404\)\. [^\n]+$/);
});

test('a mail server that refuses the login stops the start, without the password in the message', async () => {
  const server = await mailServer(undefined, {
    onAuth: (_auth, _session, done) => done(Object.assign(new Error(`no ${SECRET}`), { responseCode: 535 })),
    allowInsecureAuth: true,
  });
  const start = trying(mail(`127.0.0.1:${server.port}`));
  await expect(start).rejects.toThrow(ConfigError);
  await expect(start).rejects.toThrow(/^(?!.*hush)The mail server 127\.0\.0\.1:\d+ refused [^\n]+$/);
});

test('warns about an unreachable bucket and mail server, and passes them on as failed', async () => {
  const environment = { ...bucket({ S3_ENDPOINT: 'http://127.0.0.1:1' }), ...mail('127.0.0.1:1') };
  const { failed, text } = await trying(environment);
  expect(failed.toSorted()).toEqual(['bucket', 'mail server']);
  expect(text).toMatch(/^Warning: The bucket cars cannot be reached \(ECONNREFUSED\)/m);
  expect(text).toMatch(/^Warning: The mail server 127\.0\.0\.1:1 cannot be reached \(/m);
  expect(text).not.toContain(SECRET);
  const config = readConfig(environment);
  const services = outsideServices(config, await openFileStore(config));
  expect(services.map(({ name }) => name)).toEqual(['bucket', 'mail server']);
  for (const { check } of services) await expect(check()).rejects.toThrow();
});

test('waits for a slow mail server up to a total limit', async () => {
  const sockets: Socket[] = [];
  // Each answer is in time, but all of them together are not.
  let answers = 0;
  const answer = (socket: Socket, text: string) =>
    setTimeout(() => {
      answers++;
      socket.write(text);
    }, 300);
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => {}));
    answer(socket, '220 slow\r\n');
    socket.on('data', (line) =>
      answer(socket, /^EHLO/.test(String(line)) ? '250-slow\r\n250 AUTH PLAIN\r\n' : '235 ok\r\n'),
    );
  });
  afterFile(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const config = readConfig(mail(`127.0.0.1:${(server.address() as AddressInfo).port}`));
  const lines: string[] = [];
  const failed = await tryServices(config, (line) => lines.push(line), 500);
  expect(answers).toBeLessThan(2);
  expect([...failed]).toEqual([['mail server', 'ETIMEDOUT']]);
  expect(lines).toEqual([expect.stringMatching(/^Warning: The mail server 127.* cannot be reached \(ETIMEDOUT\)/)]);
});

test('tries and watches nothing without a bucket and a mail server', async () => {
  const config = readConfig({});
  expect(await trying({})).toEqual({ failed: [], text: '' });
  expect(outsideServices(config, await openFileStore(config))).toEqual([]);
});
