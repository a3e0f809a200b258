import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { PASSWORD, signIn } from '../../../../tests/support/accounts.ts';
import { getJson, postJson, testApp } from '../../../../tests/support/test-app.ts';
import { testDatabase } from '../../../../tests/support/test-database.ts';

const FOLDER = '../shared/data/names';
const here = existsSync(FOLDER);
if (!here) console.log(`${FOLDER} is absent: names in every script and the naughty strings are not tested`);

let app: FastifyInstance;
let pool: pg.Pool;
const rowsOf = (file: string): Record<string, string>[] =>
  parse(readFileSync(`${FOLDER}/${file}`), { columns: true, bom: true, relax_column_count: true });

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await testApp(pool);
});

function names(): string[] {
  const whole = rowsOf('multilingual_inputs.csv').filter(({ category }) => category === 'full_name');
  const perLanguage = new Map(rowsOf('names_by_language.csv').map(({ language, name }) => [language, name]));
  return [...whole.map(({ text }) => text), ...perLanguage.values()].filter((name) => name !== undefined);
}

test.skipIf(!here)('names in every script come back as they were typed', async () => {
  const { id, email, cookie } = await signIn(pool);
  expect(names().length).toBeGreaterThan(25);
  for (const name of names()) {
    await pool.query('delete from request_counts');
    const saved = await postJson(app, '/api/update-profile', { id, name, email, mobile: '0712345678' }, { cookie });
    expect(saved.body, name).toMatchObject({ flag: '1' });
    expect((await getJson(app, '/api/get-profile', cookie)).body.name).toBe(name.trim().normalize('NFC'));
  }
});

test.skipIf(!here)(
  'no naughty string breaks a call',
  async () => {
    const strings = readFileSync(`${FOLDER}/big_list_of_naughty_strings.txt`, 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    expect(strings.length).toBeGreaterThan(400);
    const { id, email, cookie } = await signIn(pool);
    for (const text of strings) {
      await pool.query('delete from request_counts');
      const answers = await Promise.all([
        postJson(app, '/api/update-profile', { id, name: text, email, mobile: text }, { cookie }),
        postJson(app, '/api/update-profile', { id, name: text, email, mobile: '0712345678' }, { cookie }),
        postJson(app, '/api/login', { email: text, password: text }),
        postJson(app, '/api/register', { name: text, email: text, mobileno: text, password: text }),
        postJson(app, '/api/password-reset', { email: text }),
        postJson(app, '/api/confirm-email', { token: text }),
        postJson(app, '/api/newsletter', { email: text }),
        getJson(app, `/api/get-profile?${new URLSearchParams({ id: text })}`, cookie),
        getJson(app, '/api/session', `session=${encodeURIComponent(text)}`),
      ]);
      expect(answers.filter(({ status }) => status >= 500).length, text).toBe(0);
    }
    expect((await postJson(app, '/api/login', { email, password: PASSWORD })).body.flag).toBe('1');
  },
  60_000,
);
