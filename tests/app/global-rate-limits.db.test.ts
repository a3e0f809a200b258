import { expect, test } from 'vitest';
import { PASSWORD } from '../support/data/accounts.ts';
import { testDatabase } from '../support/database/test-database.ts';
import { postJson, testApp } from '../support/server/test-app.ts';

const { pool } = await testDatabase();
const app = await testApp(pool);

test.each([
  ['/register', 300, { name: 'Amina', email: 'a@buyers.example', mobileno: '0712345678', password: PASSWORD }],
  ['/password-reset', 300, { email: 'a@buyers.example' }],
  ['/contact', 100, { from_name: 'Amina', from_email: 'a@buyers.example', subject: 'Seal', message: 'Is it there?' }],
])('%s is slower, not refused, after %i calls in a minute from all addresses together', async (path, uses, body) => {
  const called = (ip: string) => postJson(app, `/api${path}`, body, { ip });
  const setCount = (hits: number) =>
    pool.query(
      `insert into request_counts (subject, began_at, hits) select $1, date_bin('60 seconds', now() + later, timestamptz 'epoch'), $2
       from unnest(array['0 seconds', '60 seconds']::interval[]) as later
       on conflict (subject, began_at) do update set hits = excluded.hits`,
      [`POST ${path}`, hits],
    );
  await setCount(uses - 1);
  expect((await called('192.0.2.1')).status).toBe(200);
  await setCount(uses);
  const began = performance.now();
  expect((await called('192.0.2.2')).status).toBe(200);
  expect(performance.now() - began).toBeGreaterThan(1_990);
});
