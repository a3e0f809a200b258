import { expect, test } from 'vitest';
import { testApp } from '../../../../tests/support/test-app.ts';
import { testDatabase } from '../../../../tests/support/test-database.ts';

const { pool } = await testDatabase();
const app = await testApp(pool, { TRUST_PROXY: '1' });
const subscribe = (email: unknown, ip: string, url = '/api/newsletter') =>
  app.inject({ method: 'POST', url, payload: { email }, headers: { 'x-forwarded-for': ip } });

test('an address is kept once, whatever its letter case', async () => {
  for (const email of ['Buyer@Mail.example', 'buyer@mail.example']) {
    const answer = await subscribe(email, '10.0.0.1');
    expect(answer.json()).toEqual({ flag: '1', message: 'Thank you for subscribing to us!' });
  }
  expect((await pool.query('select email from newsletter_subscribers')).rows).toHaveLength(1);
});

test.each(['', 'no-address', 'a@b', null, ['a@b.example'], { $ne: '' }, `${'x'.repeat(300)}@mail.example`])(
  '%j is refused with the field named',
  async (email) => {
    const answer = await subscribe(email, '10.0.0.2');
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields).toHaveProperty('email');
  },
);

test('one client may subscribe ten times an hour, over both spellings together; others are not held up', async () => {
  const statuses: number[] = [];
  for (let use = 0; use < 12; use++) {
    const url = use % 2 ? '/api/newsletter' : '/api/api/newsletter';
    const answer = await subscribe(`a${use}@mail.example`, '10.0.0.3', url);
    statuses.push(answer.statusCode);
    if (answer.statusCode === 429) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  }
  expect(statuses).toEqual([...Array(10).fill(200), 429, 429]);
  expect((await subscribe('b@mail.example', '10.0.0.4')).statusCode).toBe(200);
});

test('what is not JSON is not accepted', async () => {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/newsletter',
    headers: { 'content-type': 'text/plain' },
    payload: '{"email":"a@mail.example"}',
  });
  expect(answer.statusCode).toBe(415);
});
