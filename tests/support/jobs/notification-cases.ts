import type pg from 'pg';
import { lookUpSearches, tellOfRules } from '#features/catalog/saved-searches/server/look-up-searches.ts';
import { emailDueNotifications } from '#features/site/notifications/server/email-notifications.ts';
import { pushDueNotifications } from '#features/site/notifications/server/push/push-notifications.ts';
import { notify } from '#features/site/server/api.ts';
import { systemClock } from '#lib/clock.ts';
import { searchTools } from '../catalog/alert-site.ts';
import { signIn } from '../data/accounts.ts';
import { changeRulesOfKenya } from '../mail/rule-news.ts';
import { msFromNow } from '../runner/test-clock.ts';
import { conversations } from './conversations.ts';

const CAR = { name: '2021 BYD Han', path: '/buy-car/byd-han-7', isRental: false };

/** People with an email or a push that is due, the first longer than the second. */
const people = async (pool: pg.Pool, channel: 'email_at' | 'push_at'): Promise<[number, number]> => {
  await pool.query('update notifications set email_at = null, push_at = null');
  const ids: number[] = [];
  for (const minutes of [20, 10]) {
    const { id: userId } = await signIn(pool);
    const now = msFromNow(-minutes * 60_000);
    await notify(pool, 'favorite.sold', [{ userId, facts: { ...CAR, id: 7 }, once: 'car 7 sold 1' }], now);
    const { rows } = await pool.query(
      `update notifications n set ${channel} = n.at from notification_people p where p.id = n.person_id and p.user_id = $1 returning p.id`,
      [userId],
    );
    ids.push(rows[0].id);
  }
  return [ids[0]!, ids[1]!];
};

const DONE = (channel: string) => `
  select 1 from notification_people p where p.id = $1 and not exists (
    select from notifications n where n.person_id = p.id and n.${channel} is not null)`;

const notificationEmails = (pool: pg.Pool) => ({
  items: () => people(pool, 'email_at'),
  fails: ['notifications', 'new.person_id = $ and new.emailed_at is not null'] as [string, string],
  run: (onError: (error: unknown) => void) =>
    emailDueNotifications({ pool, clock: systemClock, siteOrigin: 'https://quay.example' }, onError),
  isDone: DONE('email_at'),
});

const pushes = (pool: pg.Pool) => ({
  items: () => people(pool, 'push_at'),
  fails: ['notifications', 'new.person_id = $ and new.pushed_at is not null'] as [string, string],
  run: (onError: (error: unknown) => void) =>
    pushDueNotifications({ pool, clock: systemClock, send: async () => 'sent' }, onError),
  isDone: DONE('push_at'),
});

/** Two saved searches of a user, which are due in this sequence. */
const searches = async (pool: pg.Pool): Promise<[number, number]> => {
  const { id } = await signIn(pool);
  await pool.query(
    "update search_feed set looked_at = now(); update saved_searches set due_at = 'infinity', told_version = 1e9",
  );
  const { rows } = await pool.query(
    `with person as (insert into notification_people (user_id) values ($1) returning id)
     insert into saved_searches (person_id, query, name, rhythm, due_at, told_at, told_version, counted)
     select person.id, '?mode=rent&from=2026-12-01&to=2026-12-0' || place, 'BYD', 'daily', now() - interval '1 hour' + place * interval '1 minute', now(), 0, 0
     from person, generate_series(1, 2) as place order by place returning id`,
    [id],
  );
  return [rows[0].id, rows[1].id];
};

const tools = (pool: pg.Pool) => searchTools(pool, systemClock);

const savedSearches = (pool: pg.Pool) => ({
  items: () => searches(pool),
  fails: ['saved_searches', 'new.id = $'] as [string, string],
  run: async (onError: (error: unknown) => void) => lookUpSearches(await tools(pool), onError),
  isDone: 'select 1 from saved_searches where id = $1 and due_at > now()',
});

const searchesByRules = (pool: pg.Pool) => ({
  items: async () => {
    await changeRulesOfKenya(pool);
    return searches(pool);
  },
  fails: ['saved_searches', 'new.id = $'] as [string, string],
  run: async (onError: (error: unknown) => void) => tellOfRules(await tools(pool), onError),
  isDone: 'select 1 from saved_searches where id = $1 and told_version > 0',
});

/** The queues of conversations, notifications and saved searches. */
export const messageCases = (pool: pg.Pool) => ({
  ...conversations(pool),
  'notification emails': notificationEmails(pool),
  pushes: pushes(pool),
  'saved searches': savedSearches(pool),
  'searches by rules': searchesByRules(pool),
});
