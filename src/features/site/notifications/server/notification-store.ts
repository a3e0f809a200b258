import {
  type Columns,
  execute,
  type Queryable,
  query,
  queryColumn,
  queryFirst,
  queryNumber,
  rowsOf,
  statement,
} from '#lib/server/database/postgres.ts';
import type { NotificationChoices, NotificationPeople, Notifications } from '#lib/server/database/rows.ts';
import { isNotResting } from '#lib/server/jobs/job-runs.ts';
import type { Hours } from '../model/delivery.ts';
import type { Channels, NotificationKind } from '../model/kinds.ts';

export type NotificationRow = Columns<Notifications, 'id' | 'kind' | 'facts' | 'at' | 'seen_at' | 'topic'>;
const ROW = 'id, kind, facts, at, seen_at as "seenAt", topic';

export const findNotifications = query<NotificationRow, [userId: number, before: number | null, limit: number]>(`
  select ${ROW} from notifications
  where person_id = (select id from notification_people where user_id = $1) and in_app and ($2::bigint is null or id < $2)
  order by id desc limit $3`);

/** A bell that counts further says nothing more. */
export const MOST_UNSEEN = 100;

export const countUnseen = queryNumber<[userId: number]>(`
  select count(*) from (
    select from notifications where person_id = (select id from notification_people where user_id = $1) and in_app and seen_at is null
    limit ${MOST_UNSEEN}) as unseen`);

/** Marks notifications up to an id as seen. */
export const markSeen = execute<[userId: number, upTo: number, now: Date]>(`
  update notifications set seen_at = $3
  where person_id = (select id from notification_people where user_id = $1) and in_app and seen_at is null and id <= $2`);

export const deleteOldNotifications = execute<[afterS: number]>(
  'delete from notifications where at < now() - make_interval(secs => $1)',
);

type Choice = { kind: string } & Channels;
type ChoiceRow = Pick<NotificationChoices, 'kind' | 'in_app' | 'email' | 'push'>;

export const choicesOf = query<Choice, [personId: number]>(
  'select kind, in_app, email, push from notification_choices where person_id = $1',
  ({ kind, in_app, email, push }: ChoiceRow) => ({ kind, inApp: in_app, email, push }),
);

const CHOOSE = statement(`
  insert into notification_choices (person_id, kind, in_app, email, push)
  select $1, * from unnest($2::text[], $3::bool[], $4::text[], $5::bool[])
  on conflict (person_id, kind) do update set in_app = excluded.in_app, email = excluded.email, push = excluded.push`);

export async function choose(
  db: Queryable,
  personId: number,
  choices: readonly (Channels & { kind: NotificationKind })[],
): Promise<void> {
  await rowsOf(db, CHOOSE, [
    personId,
    choices.map(({ kind }) => kind),
    choices.map(({ inApp }) => inApp),
    choices.map(({ email }) => email),
    choices.map(({ push }) => push),
  ]);
}

const SET_HOURS = statement(`
  update notification_people set zone = $2, quiet_from = $3, quiet_to = $4, digest_at = $5 where id = $1`);

export async function setHours(db: Queryable, personId: number, { zone, quiet, digestAt }: Hours): Promise<void> {
  await rowsOf(db, SET_HOURS, [personId, zone, quiet?.from ?? null, quiet?.to ?? null, digestAt]);
}

export const mute = execute<[personId: number, topic: string]>(`
  with muted as (
    update notifications set email_at = null, push_at = null
    where person_id = $1 and topic = $2 and (email_at is not null or push_at is not null))
  insert into notification_mutes (person_id, topic) values ($1, $2) on conflict do nothing`);

export const unmute = execute<[personId: number, topic: string]>(
  'delete from notification_mutes where person_id = $1 and topic = $2',
);

export const mutedTopics = queryColumn<string, [personId: number]>(
  'select topic from notification_mutes where person_id = $1',
);

/** Drops the emails that are due for a person. */
export const dropEmails = execute<[personId: number]>(
  'update notifications set email_at = null where person_id = $1 and email_at is not null',
);

/** A person gets an email at most this often. What happens in between is in the next one. */
const BETWEEN_EMAILS = "interval '15 minutes'";
export const EMAIL_QUEUE = 'notification emails';

const MAY_EMAIL = (now: string) =>
  `(p.emailed_at is null or p.emailed_at <= ${now}::timestamptz - ${BETWEEN_EMAILS}) and ${isNotResting('notification emails', 'p.id')}`;

/** People with notifications to email, up to 50. */
export const duePeople = queryColumn<number, [now: Date]>(`
  select p.id from notification_people p
  where exists (select from notifications n where n.person_id = p.id and n.email_at <= $1) and ${MAY_EMAIL('$1')}
  order by p.id limit 50`);

export type EmailedPerson = Columns<NotificationPeople, 'id' | 'key' | 'user_id' | 'emailed_at'> & {
  /** Null if the person can get no email: the account is closed or its address is not confirmed. */
  address: string | null;
};

/** Locks a person. Returns null if no email is due any more. */
export const lockPerson = queryFirst<EmailedPerson, [personId: number, now: Date]>(`
  select p.id, p.key, p.user_id as "userId", p.emailed_at as "emailedAt",
    case when p.user_id is null then case when p.confirmed_at is not null then p.email end
      else (select u.email from users u where u.id = p.user_id and u.status = 'Active') end as address
  from notification_people p
  where p.id = $1 and exists (select from notifications n where n.person_id = p.id and n.email_at <= $2) and ${MAY_EMAIL('$2')}
  for update of p skip locked`);

/** Ends the emails that are due and returns their notifications, the oldest first. */
export const takeDueEmails = query<NotificationRow, [personId: number, now: Date]>(`
  with taken as (
    update notifications set email_at = null, emailed_at = $2 where person_id = $1 and email_at <= $2
    returning ${ROW.replaceAll('id,', 'notifications.id,')})
  select * from taken order by id`);

export const markEmailed = execute<[personId: number, now: Date]>(
  'update notification_people set emailed_at = $2 where id = $1',
);

/** Returns what is stored about people, for the export of personal data. */
export const notificationsToExport = query<Record<string, unknown>, [people: number[]]>(`
  select kind, facts, at, seen_at, emailed_at from notifications where person_id = any($1) order by id`);

export const choicesToExport = query<Record<string, unknown>, [people: number[]]>(`
  select p.zone, p.quiet_from, p.quiet_to, p.digest_at,
    (select coalesce(json_agg(json_build_object('kind', c.kind, 'in_app', c.in_app, 'email', c.email, 'push', c.push)), '[]')
      from notification_choices c where c.person_id = p.id) as choices,
    (select coalesce(json_agg(m.topic), '[]') from notification_mutes m where m.person_id = p.id) as muted,
    (select coalesce(json_agg(json_build_object('endpoint', s.endpoint, 'created_at', s.created_at)), '[]')
      from push_subscriptions s where s.person_id = p.id) as browsers
  from notification_people p where p.id = any($1) order by p.id`);
