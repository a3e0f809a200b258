import type pg from 'pg';
import { AppError } from '#lib/app-error.ts';
import { type Queryable, withTransaction } from '#lib/server/database/postgres.ts';
import { hashOfToken } from '#lib/server/session/secret-token.ts';
import type { Hours } from '../model/delivery.ts';
import { type Channels, KINDS, NOTIFICATION_KINDS, type NotificationKind } from '../model/kinds.ts';
import { choicesOf, choose, dropEmails, mute, setHours, unmute } from './notification-store.ts';
import { anyPersonOfKey, confirmAddress, confirmedPersonOfKey, hoursOfPerson, personOfUser } from './person-store.ts';
import { addSubscription, removeSubscription } from './push/push-store.ts';
import { isPushService } from './push/send-push.ts';

export type ChosenKind = Channels & { kind: NotificationKind };
export type NotificationSettings = Hours & { kinds: ChosenKind[] };

/** Returns the settings of a user: own choices, and defaults for the other kinds. */
export async function readSettings(db: Queryable, userId: number): Promise<NotificationSettings> {
  const personId = await personOfUser(db, userId);
  const [hours, choices] = await Promise.all([hoursOfPerson(db, personId), choicesOf(db, personId)]);
  const chosen = new Map(choices.map((choice) => [choice.kind, choice]));
  const kinds = KINDS.map((kind) => ({ ...(chosen.get(kind) ?? NOTIFICATION_KINDS[kind].channels), kind }));
  return { ...hours!, kinds };
}

/** Stores settings. Kinds that are not named keep their choice. */
export async function changeSettings(
  pool: pg.Pool,
  userId: number,
  { kinds, ...hours }: NotificationSettings,
): Promise<NotificationSettings> {
  return withTransaction(pool, async (db) => {
    const personId = await personOfUser(db, userId);
    await setHours(db, personId, hours);
    // The last of two choices for a kind counts.
    if (kinds.length > 0) await choose(db, personId, [...new Map(kinds.map((one) => [one.kind, one])).values()]);
    return readSettings(db, userId);
  });
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
export const isKey = (text: string) => UUID.test(text);

/**
 * Stops the emails and pushes of one topic, or all emails, of the person with a key. Returns false if the key is unknown. What is due already
 * is not sent.
 */
export async function stopByLink(pool: pg.Pool, key: string, topic: string | undefined): Promise<boolean> {
  if (!isKey(key)) return false;
  return withTransaction(pool, async (db) => {
    const person = await anyPersonOfKey(db, key);
    if (!person) return false;
    if (topic !== undefined) {
      await mute(db, person.id, topic);
      return true;
    }
    const chosen = new Map((await choicesOf(db, person.id)).map((choice) => [choice.kind, choice]));
    const silent = KINDS.map((kind) => ({
      ...(chosen.get(kind) ?? NOTIFICATION_KINDS[kind].channels),
      kind,
      email: 'off' as const,
    }));
    await choose(db, person.id, silent);
    await dropEmails(db, person.id);
    return true;
  });
}

/** Adds a browser of a user. Throws `malformed` unless its address is one of a push service. */
export async function subscribeBrowser(
  pool: pg.Pool,
  userId: number,
  { endpoint, keys }: { endpoint: string; keys: { p256dh: string; auth: string } },
): Promise<void> {
  if (!isPushService(endpoint)) throw new AppError('malformed', 'endpoint is no address of a push service');
  await withTransaction(pool, async (db) => addSubscription(db, await personOfUser(db, userId), { endpoint, ...keys }));
}

export async function unsubscribeBrowser(db: Queryable, userId: number, endpoint: string): Promise<void> {
  await removeSubscription(db, await personOfUser(db, userId), endpoint);
}

/** Confirms an address without an account. Returns the key of its saved searches; null if the link is unknown, used or expired. */
export async function confirmByLink(db: Queryable, token: string): Promise<string | null> {
  const hash = hashOfToken(token);
  return (hash && (await confirmAddress(db, hash)))?.key ?? null;
}

/** Returns the person without an account that has a key; null if it is unknown or that of a user, who logs in. */
export async function personOfKey(db: Queryable, key: string): Promise<number | null> {
  return isKey(key) ? confirmedPersonOfKey(db, key) : null;
}

/** Stops or resumes the emails and pushes of a topic. */
export async function setMuted(db: Queryable, personId: number, topic: string, isMuted: boolean): Promise<void> {
  await (isMuted ? mute : unmute)(db, personId, topic);
}
