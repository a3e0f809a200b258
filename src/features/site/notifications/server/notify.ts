import { type Queryable, rowsOf, statement } from '#lib/server/database/postgres.ts';
import { dueTimes } from '../model/delivery.ts';
import { type Channels, type FactsOf, NOTIFICATION_KINDS, type NotificationKind } from '../model/kinds.ts';
import { peopleOfUsers, wishesOf, wishKey } from './person-store.ts';

/** Who is notified: a user, or a person of `notification_people`. */
type Recipient = { userId: number } | { personId: number };

export type NewsFor<Kind extends NotificationKind> = Recipient & {
  facts: FactsOf<Kind>;
  /** The event, such as `car 12 sold 3`: the same one does not notify a person twice. */
  once: string;
  /** What a link in the email mutes, such as `search 5`. */
  topic?: string;
  /** Replaces the email default of the kind for people who have chosen nothing. */
  email?: Channels['email'];
};

const INSERT = statement(`
  insert into notifications (person_id, kind, facts, topic, once, at, in_app, email_at, push_at)
  select n.person_id, $1, n.facts, n.topic, n.once, $2, n.in_app, n.email_at, n.push_at
  from unnest($3::bigint[], $4::jsonb[], $5::text[], $6::text[], $7::bool[], $8::timestamptz[], $9::timestamptz[])
    as n (person_id, facts, topic, once, in_app, email_at, push_at)
  on conflict (person_id, once) where once is not null do nothing`);

/**
 * Notifies people of events of one kind, where each of them wants it. Call it in the transaction of the change, so that a change that is
 * rolled back notifies nobody. People who want the kind nowhere get no row.
 */
export async function notify<Kind extends NotificationKind>(
  db: Queryable,
  kind: Kind,
  news: readonly NewsFor<Kind>[],
  now: Date,
): Promise<void> {
  if (news.length === 0) return;
  const users = news.flatMap((one) => ('userId' in one ? [one.userId] : []));
  const people = users.length > 0 ? await peopleOfUsers(db, [...new Set(users)]) : new Map<number, number>();
  const rows = news.flatMap((one) => {
    const personId = 'userId' in one ? people.get(one.userId) : one.personId;
    return personId === undefined ? [] : [{ ...one, personId, topic: one.topic ?? null }];
  });
  const wishes = await wishesOf(db, rows, kind);
  const wanted = rows.flatMap((row) => {
    const wish = wishes.get(wishKey(row));
    if (!wish) return [];
    const { channels } = NOTIFICATION_KINDS[kind];
    const chosen: Channels = wish.choice ?? { ...channels, ...(row.email && { email: row.email }) };
    const use: Channels = wish.isMuted ? { inApp: chosen.inApp, email: 'off', push: false } : chosen;
    const due = dueTimes(now, use, wish.hours);
    return use.inApp || due.emailAt || due.pushAt ? [{ ...row, inApp: use.inApp, ...due }] : [];
  });
  if (wanted.length === 0) return;
  await rowsOf(db, INSERT, [
    kind,
    now,
    wanted.map(({ personId }) => personId),
    wanted.map(({ facts }) => JSON.stringify(facts)),
    wanted.map(({ topic }) => topic),
    wanted.map(({ once }) => once),
    wanted.map(({ inApp }) => inApp),
    wanted.map(({ emailAt }) => emailAt),
    wanted.map(({ pushAt }) => pushAt),
  ]);
}
