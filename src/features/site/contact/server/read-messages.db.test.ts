import type { FastifyInstance } from 'fastify';
import { beforeAll, expect, test } from 'vitest';
import { signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { getJson, testApp } from '../../../../../tests/support/server/test-app.ts';

let app: FastifyInstance;
let cookie: string;

beforeAll(async () => {
  const { pool } = await testDatabase();
  app = await testApp(pool);
  ({ cookie } = await signInAdmin(pool));
  await pool.query(
    `insert into contact_messages (from_name, from_email, subject, message)
     select 'Writer ' || n, 'w' || n || '@buyers.example', 'Subject ' || n, case n when 7 then '100% <script>' else 'Text' end
     from generate_series(1, 30) as n`,
  );
});

const read = (query = '') => getJson(app, `/api/admin/messages?${query}`, cookie);

test('pages from newest to oldest, each message once', async () => {
  const first = (await read()).body;
  expect(first.items[0]).toEqual({
    id: expect.any(Number),
    name: 'Writer 30',
    email: 'w30@buyers.example',
    subject: 'Subject 30',
    message: 'Text',
    createdAt: expect.stringMatching(/Z$/),
    state: 'new',
    taken_by: null,
    replies: [],
  });
  const second = (await read(`after=${first.next}`)).body;
  expect([first.items.length, second.items.length, second.next]).toEqual([25, 5, null]);
  expect(second.items.at(-1).name).toBe('Writer 1');
});

test('searches by substring and takes wildcards literally', async () => {
  const found = async (search: string) => (await read(`search=${encodeURIComponent(search)}`)).body.items.length;
  expect([await found('WRITER 7'), await found('100%'), await found('w3_@'), await found('nothing')]).toEqual([
    1, 1, 0, 0,
  ]);
  for (const junk of ['after=0', 'after=1e19', 'search=%00']) expect((await read(junk)).status).toBe(400);
});
