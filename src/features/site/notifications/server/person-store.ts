import { emailKey } from '#lib/email-address.ts';
import {
  type Columns,
  execute,
  type Queryable,
  query,
  queryFirst,
  queryValue,
  rowsOf,
  statement,
} from '#lib/server/database/postgres.ts';
import type { NotificationChoices, NotificationPeople } from '#lib/server/database/rows.ts';
import { emailKeys } from '#lib/server/email-keys.ts';
import type { Hours } from '../model/delivery.ts';
import type { Channels } from '../model/kinds.ts';

/** Days in which a confirmation link works. Addresses that were not confirmed by then are deleted. */
export const CONFIRM_DAYS = 7;

const ADD_USERS = statement(`
  insert into notification_people (user_id) select distinct unnest($1::bigint[]) order by 1 on conflict (user_id) do nothing`);
const OF_USERS = statement('select id, user_id as "userId" from notification_people where user_id = any($1)');

/** Returns the people of users, by user. Adds those that are missing. */
export async function peopleOfUsers(db: Queryable, userIds: number[]): Promise<Map<number, number>> {
  const known = async () =>
    new Map(
      (await rowsOf<{ id: number; userId: number }>(db, OF_USERS, [userIds])).map(({ id, userId }) => [userId, id]),
    );
  const found = await known();
  if (userIds.every((id) => found.has(id))) return found;
  await rowsOf(db, ADD_USERS, [userIds]);
  return known();
}

export async function personOfUser(db: Queryable, userId: number): Promise<number> {
  return (await peopleOfUsers(db, [userId])).get(userId)!;
}

const ASK = statement(`
  insert into notification_people as known (email, email_key, confirm_hash) values ($1, $2, $3)
  on conflict (email_key) do update set confirm_hash = excluded.confirm_hash, asked_at = now()
  returning id, key, confirmed_at is not null as "isConfirmed"`);

type Asked = Columns<NotificationPeople, 'id' | 'key'> & { isConfirmed: boolean };

/** Returns the person of an address without an account. An older confirmation link stops working. */
export async function addressWithoutAccount(db: Queryable, email: string, confirmHash: Buffer): Promise<Asked> {
  const [person] = await rowsOf<Asked>(db, ASK, [email, emailKey(email), confirmHash]);
  return person!;
}

type Confirmed = Columns<NotificationPeople, 'id' | 'key'>;

/** Confirms an address and ends its link. Returns null if the link is unknown, used or expired. */
export const confirmAddress = queryFirst<Confirmed, [confirmHash: Buffer]>(`
  update notification_people set confirmed_at = coalesce(confirmed_at, now()), confirm_hash = null
  where confirm_hash = $1 and asked_at > now() - make_interval(days => ${CONFIRM_DAYS}) returning id, key`);

/** Returns the person without an account that has a key; null if the key is unknown or that of a user, who logs in. */
export const confirmedPersonOfKey = queryValue<number, [key: string]>(
  'select id from notification_people where key = $1::text::uuid and user_id is null and confirmed_at is not null',
);

/** Returns any person by the key. It may only stop emails. */
export const anyPersonOfKey = queryFirst<{ id: number; isUser: boolean }, [key: string]>(
  'select id, user_id is not null as "isUser" from notification_people where key = $1::text::uuid',
);

/** Deletes addresses that were not confirmed within `afterS` seconds, with all that was saved for them. */
export const deleteUnconfirmedPeople = execute<[afterS: number]>(`
  delete from notification_people
  where user_id is null and confirmed_at is null and asked_at < now() - make_interval(secs => $1)`);

export const deletePersonOfUser = execute<[userId: number]>('delete from notification_people where user_id = $1');

const OF_ADDRESS = statement('select id from notification_people where email_key = any($1)');
const DELETE_OF_ADDRESS = statement('delete from notification_people where email_key = any($1)');

/** Returns the people of an address who have no account. */
export async function peopleOfAddress(db: Queryable, email: string): Promise<number[]> {
  return (await rowsOf<{ id: number }>(db, OF_ADDRESS, [emailKeys(email)])).map(({ id }) => id);
}

export async function deletePeopleOfAddress(db: Queryable, email: string): Promise<void> {
  await rowsOf(db, DELETE_OF_ADDRESS, [emailKeys(email)]);
}

type HoursRow = Columns<NotificationPeople, 'zone' | 'quiet_from' | 'quiet_to' | 'digest_at'>;
const HOURS = 'zone, quiet_from as "quietFrom", quiet_to as "quietTo", digest_at as "digestAt"';

const hoursOf = ({ zone, quietFrom, quietTo, digestAt }: HoursRow): Hours => ({
  zone,
  digestAt,
  quiet: quietFrom === null || quietTo === null ? null : { from: quietFrom, to: quietTo },
});

export const hoursOfPerson = queryFirst<Hours, [personId: number]>(
  `select ${HOURS} from notification_people where id = $1`,
  hoursOf,
);

/** What a person wants of a kind and a topic. */
export type Wishes = {
  personId: number;
  topic: string | null;
  hours: Hours;
  choice: Channels | null;
  isMuted: boolean;
};

type WishesRow = HoursRow & { id: number; topic: string | null; isMuted: boolean } & {
  [Column in 'in_app' | 'email' | 'push']: NotificationChoices[Column] | null;
};

const WISHES = query<Wishes, [ids: number[], topics: (string | null)[], kind: string]>(
  `select p.id, asked.topic, ${HOURS}, c.in_app, c.email, c.push, m.topic is not null as "isMuted"
   from unnest($1::bigint[], $2::text[]) as asked (id, topic) join notification_people p using (id)
   left join notification_choices c on c.person_id = p.id and c.kind = $3
   left join notification_mutes m on m.person_id = p.id and m.topic = asked.topic`,
  (row: WishesRow) => ({
    personId: row.id,
    topic: row.topic,
    isMuted: row.isMuted,
    hours: hoursOf(row),
    choice: row.in_app === null ? null : { inApp: row.in_app, email: row.email ?? 'off', push: row.push ?? false },
  }),
);

type Wanted = { personId: number; topic: string | null };
export const wishKey = ({ personId, topic }: Wanted) => `${personId} ${topic ?? ''}`;

/** Returns what people want of a kind, by `wishKey`. */
export async function wishesOf(db: Queryable, asked: readonly Wanted[], kind: string): Promise<Map<string, Wishes>> {
  const each = [...new Map(asked.map((one) => [wishKey(one), one])).values()];
  const ids = each.map(({ personId }) => personId);
  const topics = each.map(({ topic }) => topic);
  return new Map((await WISHES(db, ids, topics, kind)).map((wishes) => [wishKey(wishes), wishes]));
}
