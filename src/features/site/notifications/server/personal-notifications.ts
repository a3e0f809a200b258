import type { Queryable } from '#lib/server/database/postgres.ts';
import { choicesToExport, notificationsToExport } from './notification-store.ts';
import { peopleOfAddress, personOfUser } from './person-store.ts';

export async function notificationsOfUser(db: Queryable, userId: number): Promise<unknown> {
  return notificationsToExport(db, [await personOfUser(db, userId)]);
}

/** Settings, muted topics and browsers that show pushes. */
export async function settingsOfUser(db: Queryable, userId: number): Promise<unknown> {
  const [settings] = await choicesToExport(db, [await personOfUser(db, userId)]);
  return settings;
}

/** Notifications are deleted with the person, by `deletePersonOfUser`. */
export async function keepPerson(): Promise<void> {}

/** Returns what was saved for the address before the person had an account. */
export async function alertsOfAddress(db: Queryable, email: string): Promise<unknown[]> {
  const people = await peopleOfAddress(db, email);
  return [...(await choicesToExport(db, people)), ...(await notificationsToExport(db, people))];
}
