import { readFileSync } from 'node:fs';
import { beforeEach, expect, test } from 'vitest';
import { reportFailures } from '#features/site/system-status/server/queues.ts';
import { sourceFiles } from '../structure/module-graph.ts';
import { CASES, refused, report, site, sql } from '../support/jobs/poison-cases.ts';
import { getJson } from '../support/server/test-app.ts';

const { pool, app } = site;

const failuresOf = (queue: string) =>
  sql('select item, failures, error from work_failures where queue = $1 order by item', queue);

beforeEach(async () => {
  await pool.query('delete from request_counts; truncate work_failures, mail_outbox');
});

test.each(Object.entries(CASES))('%s: a failing item in front waits and stops no other', async (queue, each) => {
  const { items, fails, run, isDone, again } = each;
  const [poison, other] = await items();
  const done = async (item: number | string) => (await sql(isDone, item)).length > 0;
  expect([await done(poison), await done(other)]).toEqual([false, false]);
  refused.item = String(poison);
  if (fails) {
    const [table, when, event = 'insert or update'] = fails;
    await pool.query(`create or replace function poison() returns trigger language plpgsql
      as $$ begin raise exception 'poison' using errcode = 'P0099'; end $$;
      create trigger poison before ${event} on ${table} for each row
      when (${when.replaceAll('$', String(poison))}) execute function poison()`);
  }
  const errors: unknown[] = [];
  const round = async () => {
    await run((error) => errors.push(error));
    return failuresOf(queue);
  };
  try {
    const failed = [{ item: String(poison), failures: 1, error: expect.any(String) }];
    expect(await round()).toEqual(failed);
    expect([await done(poison), await done(other)]).toEqual([false, true]);
    if (fails) {
      expect(errors).toMatchObject([{ code: 'P0099', queue, item: String(poison) }]);
      if (again) await sql(again, poison);
    }
    expect(await round(), 'it was tried although it waits').toEqual(failed);
    await sql('update work_failures set retry_at = now()');
    if (again) await sql(again, poison);
    expect(await round()).toMatchObject([{ item: String(poison), failures: 2 }]);
  } finally {
    refused.item = '';
    if (fails) await pool.query(`drop trigger poison on ${fails[0]}`);
  }
  await sql('update work_failures set retry_at = now()');
  if (again) await sql(again, poison);
  expect(await round()).toEqual([]);
  expect(await done(poison)).toBe(true);
});

/** The queues of each job, or the reason why it has no items. */
const JOBS: Record<string, string[] | string> = {
  payments: ['payments', 'refunds', 'refund checks', 'disputes'],
  bookings: [
    ...['bookings', 'ended rentals', 'overdue orders', 'hold reminders', 'waiting buyers', 'account changes'],
    ...['order news', 'account changes canceled', 'renewed invoices', 'rented cars'],
  ],
  screening: ['screening'],
  'rule changes': ['rule changes'],
  consignees: ['consignees'],
  'shipment board': ['shipment board'],
  'photo fingerprints': ['photo fingerprints'],
  'stock imports': ['stock imports'],
  'arrival emails': ['arrival emails'],
  'refund reminders': ['refund reminders'],
  'review invitations': ['review invitations'],
  bills: ['bills'],
  claims: ['claims'],
  'thread emails': ['thread emails'],
  'silent sellers': ['silent sellers'],
  'document files': ['documents'],
  seals: ['seals'],
  retention: ['retention'],
  'contact messages': ['contact messages'],
  emails: ['emails'],
  'live messages': 'reads new messages every second, the same ones again after a failure',
  'notification emails': ['notification emails'],
  pushes: ['pushes'],
  'saved searches': ['saved searches'],
  'searches by rules': ['searches by rules'],
  'changed cars': 'reads cars that changed in one transaction, and again after a failure',
  'ledger sums': 'adds entries that checks and triggers accepted, in one statement',
  'listing counters': 'adds counts in one statement',
  'destination uses': 'adds counts of countries, and keeps what it could not store',
  'listing changes': 'deletes old rows in one statement',
  'old imports': 'deletes old files and rows in two statements',
  inventory: 'reads cars into memory; while that fails, SQL answers',
  'exchange rates': 'stores the rates of one response or none',
  heartbeat: 'writes one row of its own',
  replica: 'looks at one connection',
  'outside services': 'looks at each service alone',
  'failure reports': 'sends one email to each administrator',
  'office reminders': 'sends one email to each person of finance',
};

test('every job is listed above with its queues, and every queue has a case', () => {
  const sources = sourceFiles(['src'])
    .filter((path) => !/\.test\.tsx?$/.test(path))
    .map((path) => readFileSync(path, 'utf8'));
  const found = (pattern: RegExp) =>
    new Set(sources.flatMap((text) => [...text.matchAll(pattern)].map(([, name]) => name)));
  const started = found(
    /(?<![.\w])(?:repeat|repeatNow|openJob)\((?:(?:(?!repeat)[^;])*?[,(]\s+)?'([a-z ]+)',?\s*[,)]/gs,
  );
  /** The rows of the table of workers in src/app/orders.ts. */
  const listed = found(/^ {4}\['([a-z ]+)', \d+, \(/gm);
  expect([...started, ...listed].sort()).toEqual(Object.keys(JOBS).sort());
  const queues = found(/(?:isNotResting\(|queue: |QUEUE = |each\()'([a-z ]+)'/g);
  /** Jobs with one item at a time, whose failures the system screen shows. */
  const single = Object.keys(JOBS).filter((job) => typeof JOBS[job] === 'string');
  expect([...queues].filter((queue) => !single.includes(String(queue))).sort()).toEqual(Object.keys(CASES).sort());
  expect(Object.values(JOBS).filter(Array.isArray).flat().sort()).toEqual(Object.keys(CASES).sort());
});

test('administrators get one email about an item that fails three times, and /api/ready counts it', async () => {
  const [poison] = await CASES['contact messages']!.items();
  refused.item = String(poison);
  for (let count = 0; count < 3; count++) {
    await reportFailures({ pool, siteOrigin: 'http://localhost' });
    expect(await sql('select 1 from mail_outbox')).toEqual([]);
    await sql(CASES['contact messages']!.again!, poison);
    await CASES['contact messages']!.run(report);
  }
  await reportFailures({ pool, siteOrigin: 'http://localhost' });
  await reportFailures({ pool, siteOrigin: 'http://localhost' });
  const mails = await sql('select to_address, text from mail_outbox');
  expect(mails).toHaveLength((await sql("select 1 from admins where role = 'administrator'")).length);
  expect(mails[0].text).toContain(`contact messages ${poison}: 3 failures, Error`);
  expect((await getJson(app, '/api/ready')).body).toEqual({ status: 'ok', stuck: 1 });
  const { body } = await getJson(app, '/api/admin/system-status', site.admin.cookie);
  expect(body.failures).toMatchObject([{ queue: 'contact messages', item: String(poison), failures: 3 }]);
  refused.item = '';
});
