import { deleteDeadSessions } from '#features/sessions/server/api.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import { deleteDeadLinks } from './link-store.ts';

/** Deletes expired sessions, links and known devices. */
export async function purgeExpired(db: Queryable): Promise<void> {
  await deleteDeadSessions(db);
  await deleteDeadLinks(db);
}
