import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { readConfig } from '#lib/server/config/config.ts';
import { registerSecurityText } from './well-known-files.ts';

const NOW = new Date('2026-01-31T12:00:00Z');

async function textWith(environment: Record<string, string>) {
  const app = Fastify();
  registerSecurityText(app, readConfig(environment), () => NOW);
  const { statusCode, body, headers } = await app.inject('/.well-known/security.txt');
  return { statusCode, body, type: headers['content-type'] };
}

test('names the contact of the settings, and expires half a year later', async () => {
  const PUBLIC_URL = 'https://cars.example';
  expect(await textWith({ PUBLIC_URL, SECURITY_CONTACT: 'security@cars.example' })).toEqual({
    statusCode: 200,
    type: 'text/plain; charset=utf-8',
    body: [
      'Contact: mailto:security@cars.example',
      'Expires: 2026-07-30T12:00:00.000Z',
      'Preferred-Languages: en',
      'Canonical: https://cars.example/.well-known/security.txt',
      '',
    ].join('\n'),
  });
});

test('names the contact of the site if there is no other', async () => {
  expect((await textWith({ CONTACT_EMAIL: 'desk@cars.example' })).body).toContain(
    'Contact: mailto:desk@cars.example\n',
  );
});
