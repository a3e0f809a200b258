import {
  type Columns,
  execute,
  type Queryable,
  query,
  queryColumn,
  queryFirst,
  rowsOf,
  statement,
} from '#lib/server/database/postgres.ts';
import type { Notifications, PushSubscriptions } from '#lib/server/database/rows.ts';
import { isNotResting } from '#lib/server/jobs/job-runs.ts';

export type PushKeys = { publicKey: string; sealedKey: string };

export const storedPushKeys = queryFirst<PushKeys>(
  'select public_key as "publicKey", private_key as "sealedKey" from push_keys',
);

/** Keeps the keys of the process that was first. */
export const addPushKeys = execute<[publicKey: string, sealedKey: string]>(
  'insert into push_keys (public_key, private_key) values ($1, $2) on conflict do nothing',
);

export type Subscription = Pick<PushSubscriptions, 'id' | 'endpoint' | 'p256dh' | 'auth' | 'failures'>;
/** Of one person. The oldest go. */
const MAX_BROWSERS = 10;

const ADD = statement(`
  insert into push_subscriptions (person_id, endpoint, p256dh, auth) values ($1, $2, $3, $4)
  on conflict (endpoint) do update
  set person_id = excluded.person_id, p256dh = excluded.p256dh, auth = excluded.auth, failures = 0`);
const DROP_OLDEST = statement(`
  delete from push_subscriptions where person_id = $1 and id in (
    select id from push_subscriptions where person_id = $1 order by id desc offset ${MAX_BROWSERS})`);

/** Adds a browser. One that another account used before belongs to this person now. */
export async function addSubscription(
  db: Queryable,
  personId: number,
  { endpoint, p256dh, auth }: Omit<Subscription, 'id' | 'failures'>,
): Promise<void> {
  await rowsOf(db, ADD, [personId, endpoint, p256dh, auth]);
  await rowsOf(db, DROP_OLDEST, [personId]);
}

export const removeSubscription = execute<[personId: number, endpoint: string]>(
  'delete from push_subscriptions where person_id = $1 and endpoint = $2',
);

export const subscriptionsOfPerson = query<Subscription, [personId: number]>(
  'select id, endpoint, p256dh, auth, failures from push_subscriptions where person_id = $1 order by id',
);

export const deleteSubscription = execute<[id: number]>('delete from push_subscriptions where id = $1');

/** A subscription that fails so often in a row is deleted. */
export const MAX_FAILURES = 8;

export const noteDelivery = execute<[id: number, failures: number]>(
  'update push_subscriptions set failures = $2 where id = $1 and failures <> $2',
);

/** People with notifications to push, up to 50. */
export const duePushes = queryColumn<number, [now: Date]>(`
  select n.person_id from notifications n
  where n.push_at <= $1 and ${isNotResting('pushes', 'n.person_id')} group by 1 order by min(n.push_at) limit 50`);

export type DuePush = Columns<Notifications, 'id' | 'kind' | 'facts'>;

/** Ends the pushes that are due and returns their notifications, the newest first. One push names the newest and counts the others. */
export const takeDuePushes = query<DuePush, [personId: number, now: Date]>(`
  with due as (
    select id from notifications where person_id = $1 and push_at <= $2 for update skip locked),
  taken as (
    update notifications set push_at = null, pushed_at = $2 where id in (select id from due) returning id, kind, facts)
  select * from taken order by id desc`);

/** Makes pushes due again in ten minutes, unless their event is a day old. */
export const pushLater = execute<[ids: number[], now: Date]>(`
  update notifications set push_at = $2::timestamptz + interval '10 minutes', pushed_at = null
  where id = any($1) and at > $2::timestamptz - interval '1 day'`);
