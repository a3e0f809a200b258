import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { verify } from '#app/commands/verify-logs.ts';
import { sealAll } from '#app/seals.ts';
import { LocalFiles } from '#lib/server/files/local-files.ts';
import { fileDelivery } from '#lib/server/mail/mail-delivery.ts';
import { startMailWorker } from '#lib/server/mail/mail-worker.ts';
import { queueMail } from '#lib/server/mail/outgoing-mail.ts';
import { PASSWORD, sessionOf, signIn } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { scratchFolder } from '../../../../../tests/support/runner/scratch-folder.ts';
import { postJson, testApp } from '../../../../../tests/support/server/test-app.ts';
import { DELETED_AFTER_S, RETENTION_SCHEDULE, type TimedSubject } from '../model/retention-schedule.ts';
import { applyRetention } from './apply-retention.ts';

const { pool } = await testDatabase();
const folder = await scratchFolder();
const mailFolder = join(folder, 'mails');
const uploads = {
  store: new LocalFiles(join(folder, 'files')),
  arriving: join(folder, 'arriving'),
  stillUsed: async () => [],
};

/** Applies the schedule to all subjects, even those that failed before and would wait. */
async function apply(): Promise<unknown[]> {
  const errors: unknown[] = [];
  await pool.query('delete from work_failures');
  await applyRetention({ pool, uploads, mailFolder }, (error) => errors.push(error));
  return errors;
}

const log = { info: () => {}, warn: () => {} };
/** Delivers all queued mails to files. */
async function deliver(): Promise<void> {
  const from = { name: 'Quay', address: 'no-reply@quay.example' };
  const stop = startMailWorker({
    pool,
    deliver: fileDelivery(mailFolder, from, log),
    log,
    messageIdHost: 'quay.example',
    pollMs: 10,
  });
  onTestFinished(stop);
  const waiting = 'select 1 from mail_outbox where sent_at is null and failed_at is null';
  await expect.poll(async () => (await pool.query(waiting)).rows).toEqual([]);
  await stop();
}

const HASH = `sha256(convert_to(gen_random_uuid()::text, 'UTF8'))`;
/** Statements that insert a row of each kind, aged by $1 seconds. */
const AGED: Record<
  Exclude<TimedSubject, 'unusedUploads' | 'auditAddresses' | 'unpaidDeclarations'>,
  { table: string; insert: string }
> = {
  userSessions: {
    table: 'sessions where user_id is not null',
    insert: `insert into sessions (token_hash, user_id, ip, user_agent, created_at)
      select ${HASH}, min(id), '', '', now() - make_interval(secs => $1) from users`,
  },
  adminSessions: {
    table: 'sessions where admin_id is not null',
    insert: `insert into sessions (token_hash, admin_id, ip, user_agent, created_at)
      select ${HASH}, min(id), '', '', now() - make_interval(secs => $1) from admins`,
  },
  accountLinks: {
    table: 'account_links',
    insert: `insert into account_links (user_id, purpose, token_hash, email, expires_at)
      select id, 'confirm', ${HASH}, email, now() + interval '7 days' - make_interval(secs => $1)
      from users where id not in (select user_id from account_links) limit 1`,
  },
  knownDevices: {
    table: 'known_devices',
    insert: `insert into known_devices (token_hash, user_id, last_used_at)
      select ${HASH}, min(id), now() - make_interval(secs => $1) from users`,
  },
  emails: {
    table: 'mail_outbox',
    insert: `insert into mail_outbox (to_address, subject, text, html, failed_at)
      values ('old@mail.example', 's', 't', 'h', now() - make_interval(secs => $1))`,
  },
  contactMessages: {
    table: 'contact_messages',
    insert: `insert into contact_messages (from_name, from_email, subject, message, created_at)
      values ('n', 'n@mail.example', 's', 'm', now() - make_interval(secs => $1))`,
  },
  heldMessages: {
    table: 'thread_messages where held',
    insert: `with thread as (
        insert into threads (number, guest_name, guest_email, guest_key, created_at)
        values ('Q22222222', 'n', 'n@mail.example', 'n@mail.example', now() - make_interval(secs => $1))
        on conflict (number) do update set created_at = least(threads.created_at, excluded.created_at) returning id
      )
      insert into thread_messages (thread_id, side, key, content_hash, body, held, at)
      select id, 'buyer', gen_random_uuid()::text, ${HASH}, 'm', true, now() - make_interval(secs => $1) from thread`,
  },
  conversationLinks: {
    table: 'thread_keys',
    insert: `with thread as (
        insert into threads (number, guest_name, guest_email, guest_key, last_message_id)
        values ('Q33333333', 'n', 'o@mail.example', 'o@mail.example', 1)
        on conflict (number) do update set last_message_id = 1 returning id
      )
      insert into thread_keys (hash, thread_id, up_to, created_at) select ${HASH}, id, 0, now() - make_interval(secs => $1) from thread`,
  },
  conversations: {
    table: 'threads where buyer_id is not null',
    insert: `with thread as (
        insert into threads (number, buyer_id, last_message_id, created_at)
        select 'Q' || translate(left(md5(random()::text), 8), '01abcdef', '2322BCDF'), min(id), 1, now() - make_interval(secs => $1) from users
        returning id
      )
      insert into thread_messages (thread_id, side, key, content_hash, body, at)
      select id, 'buyer', gen_random_uuid()::text, ${HASH}, 'm', now() - make_interval(secs => $1) from thread`,
  },
  importMistakes: {
    table: 'import_mistakes',
    insert: `insert into import_mistakes (country, message, reported_at)
      values ('KE', 'm', now() - make_interval(secs => $1))`,
  },
  unconfirmedSubscribers: {
    table: 'newsletter_subscribers',
    insert: `insert into newsletter_subscribers (email, email_key, asked_at)
      values ('n@mail.example', gen_random_uuid()::text, now() - make_interval(secs => $1))`,
  },
  gatewayMessages: {
    table: 'gateway_messages',
    insert:
      'insert into gateway_messages (id, heard_at) values (gen_random_uuid()::text, now() - make_interval(secs => $1))',
  },
  slips: {
    table: 'slips',
    insert: `with ended as (
        insert into orders (user_id, offer, life, terms_version, ended_at)
        select min(id), 'Sell', 'cancelled', 1, now() - make_interval(secs => $1) from users returning id
      )
      insert into slips (order_id, position, format, content, sent_sha256) select id, 1, 'pdf', '%PDF', ${HASH} from ended`,
  },
  drivers: {
    table: 'rental_drivers',
    insert: `with ended as (
        insert into orders (user_id, offer, life, terms_version, ended_at)
        select min(id), 'Rent', 'cancelled', 1, now() - make_interval(secs => $1) from users returning id
      )
      insert into rental_drivers (order_id, born_on, valid_until, format, content)
      select id, '1990-01-01', '2099-01-01', 'pdf', '%PDF' from ended`,
  },
  unconfirmedAlerts: {
    table: 'notification_people where user_id is null',
    insert: `insert into notification_people (email, email_key, asked_at)
      select address, address, now() - make_interval(secs => $1) from (select gen_random_uuid()::text as address) as new`,
  },
  notifications: {
    table: 'notifications',
    insert: `with person as (
        insert into notification_people (email, email_key) select address, address from (select gen_random_uuid()::text as address) as new
        returning id
      )
      insert into notifications (person_id, kind, facts, at, in_app)
      select id, 'favorite.sold', '{}', now() - make_interval(secs => $1), true from person`,
  },
  searchMatches: {
    table: 'search_matches',
    insert: `insert into search_matches (search_id, listing_id, reason, generation, batch, at)
      values ((1e6 * random())::int, 1, 0, 1, 1, now() - make_interval(secs => $1))`,
  },
  repeatedCalls: {
    table: 'repeated_calls',
    insert: `insert into repeated_calls (scope, key, body_hash, created_at)
      values ('s', gen_random_uuid()::text, ${HASH}, now() - make_interval(secs => $1))`,
  },
  requestCounts: {
    table: 'request_counts',
    insert: `insert into request_counts (subject, began_at, hits)
      values (gen_random_uuid()::text, now() - make_interval(secs => $1), 1)`,
  },
};

await signIn(pool);
await signIn(pool);
await pool.query(
  `insert into admins (name, email, email_key, password_hash, role) values ('A', 'a@a.example', 'a@a.example', '', 'support')`,
);

test.each(Object.entries(AGED))(
  'the job deletes %s after the period of the schedule, not earlier',
  async (subject, { table, insert }) => {
    const keptS = RETENTION_SCHEDULE.find((row) => row.subject === subject)?.keptS ?? Number.NaN;
    await pool.query(`delete from ${table}`);
    for (const age of [keptS + 60, keptS - 60]) await pool.query(insert, [age]);
    expect(await apply()).toEqual([]);
    expect((await pool.query(`select 1 from ${table}`)).rowCount).toBe(1);
  },
);

test('IP addresses in the audit log are erased after their period, without breaking seals', async () => {
  const keptS = DELETED_AFTER_S.auditAddresses;
  for (const age of [keptS + 60, keptS - 60])
    await pool.query(
      `insert into audit_log (at, actor_kind, action, ip) values (now() - make_interval(secs => $1), 'system', 'aged', '192.0.2.7')`,
      [age],
    );
  await sealAll(pool);
  expect(await apply()).toEqual([]);
  const { rows } = await pool.query(`select ip, id from audit_log where action = 'aged' order by at`);
  expect(rows.map(({ ip }) => ip)).toEqual([null, '192.0.2.7']);
  expect(await verify(pool, [], () => {})).toBe(true);
});

test('erases the intended buyer of a car after the period if the payment was never captured', async () => {
  const keptS = DELETED_AFTER_S.unpaidDeclarations;
  await pool.query("insert into import_rule_versions (version, reason) values (1, 'seed')");
  for (const [state, age] of [
    ['failed', keptS + 60],
    ['voided', keptS - 60],
    ['captured', keptS + 60],
  ] as const)
    await pool.query(
      `with paid as (
         insert into payments (user_id, transaction_id, body_hash, amount_cents, method, contact_email, state, captured_at, expires_at)
         select min(id), 'TR' || (1e6 * random())::int, '', 1, 'upi', '', $1, case when $1 = 'captured' then now() end, now()
         from users returning id
       )
       insert into payment_destinations (payment_id, country, light, rules_version, assessed_on, quote, buying_for, buying_for_country,
         created_at)
       select id, 'KE', 'red', 1, now(), '{"listingId": 1}', $1, 'KE', now() - make_interval(secs => $2) from paid`,
      [state, age],
    );
  expect(await apply()).toEqual([]);
  const { rows } = await pool.query('select buying_for from payment_destinations order by payment_id');
  expect(rows.map((row) => row.buying_for)).toEqual([null, 'voided', 'captured']);
});

test.each([
  ['erase a recent IP address', `update audit_log set ip = null where action = 'recent'`],
  ['change an old IP address', `update audit_log set ip = '192.0.2.8' where action = 'old'`],
  ['change an old entry with its IP address', `update audit_log set ip = null, actor_id = 1 where action = 'old'`],
  ['delete an old entry', `delete from audit_log where action = 'old'`],
])('the audit log refuses to %s', async (_what, statement) => {
  await pool.query(`insert into audit_log (at, actor_kind, action, ip) values
    (now() - interval '364 days', 'system', 'recent', '192.0.2.7'), (now() - interval '366 days', 'system', 'old', '192.0.2.7')`);
  await expect(pool.query(statement)).rejects.toMatchObject({ code: '42501' });
});

test('a subject that fails is reported and does not stop the others', async () => {
  await writeFile(join(folder, 'no-folder'), '');
  await pool.query(AGED.requestCounts.insert, [1e8]);
  const errors: unknown[] = [];
  await applyRetention({ pool, uploads, mailFolder: join(folder, 'no-folder') }, (error) => errors.push(error));
  expect(errors).toMatchObject([{ code: 'ENOTDIR' }]);
  expect((await pool.query(`select 1 from request_counts where began_at < now() - interval '2 days'`)).rowCount).toBe(
    0,
  );
});

test('deleting an account erases its emails, their files, its contact messages and its subscription', async () => {
  const app = await testApp(pool, { DATA_DIR: folder });
  const { id, email } = await signIn(pool, { email: 'Amina@buyers.example' });
  const other = 'other@buyers.example';
  await pool.query('delete from mail_outbox');
  await mkdir(mailFolder, { recursive: true });
  await writeFile(join(mailFolder, 'notes-of-the-operator.txt'), 'stays');
  const mail = { subject: 'Receipt', text: 'for Amina', html: '' };
  await queueMail(pool, { ...mail, to: email });
  await queueMail(pool, { ...mail, to: other });
  await queueMail(pool, { ...mail, to: 'office@quay.example', replyTo: email });
  await deliver();
  await queueMail(pool, { ...mail, to: email.toLowerCase() });
  for (const address of [email, other]) {
    await pool.query(
      `insert into contact_messages (from_name, from_email, subject, message) values ('n', $1, 's', 'm')`,
      [address],
    );
    await pool.query(
      'insert into newsletter_subscribers (email, email_key, confirmed_at) values ($1, lower($1), now())',
      [address],
    );
  }
  const cookie = await sessionOf(pool, id);
  expect((await postJson(app, '/api/delete-account', { password: PASSWORD }, { cookie })).body.flag).toBe('1');
  const left = await pool.query(`
    select to_address || ' ' || subject as mail from mail_outbox order by id`);
  expect(left.rows.map((row) => row.mail)).toEqual([`${other} Receipt`, `${email} Your account has been deleted`]);
  await deliver();
  expect(await apply()).toEqual([]);
  const { rows } = await pool.query(`
    select to_address as email from mail_outbox union all select from_email from contact_messages where from_email like '%buyers%'
    union all select email from newsletter_subscribers where email like '%buyers%'`);
  expect(rows.map((row) => row.email)).toEqual([other, other, other]);
  const files = await readdir(mailFolder);
  expect(files.filter((name) => name.endsWith('.txt'))).toHaveLength(2);
  expect(files).toContain('notes-of-the-operator.txt');
});

test('an account with an unconfirmed address neither reads nor erases what belongs to that address', async () => {
  const app = await testApp(pool);
  const { email, cookie } = await signIn(pool, { email: 'victim@buyers.example', status: 'Pending' });
  await pool.query(
    `insert into contact_messages (from_name, from_email, subject, message) values ('n', $1, 's', 'secret')`,
    [email],
  );
  await queueMail(pool, { to: email, subject: 'For the owner', text: 't', html: 'h' });
  const { body } = await postJson(app, '/api/my-data', { password: PASSWORD }, { cookie });
  expect(body.contactMessages).toEqual([]);
  await postJson(app, '/api/delete-account', { password: PASSWORD }, { cookie });
  expect((await pool.query('select 1 from contact_messages where from_email = $1', [email])).rowCount).toBe(1);
  expect((await pool.query(`select 1 from mail_outbox where subject = 'For the owner'`)).rowCount).toBe(1);
});
