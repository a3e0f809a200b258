import type { Queryable } from '#platform/database/statement.ts';
import { deleteDeadLinks } from './link-store.server.ts';
import { deleteDeadSessions } from './session-store.server.ts';

/** Deletes sessions, links and known browsers whose time is over. */
export async function forgetWhatIsOver(db: Queryable): Promise<void> {
  await deleteDeadSessions(db);
  await deleteDeadLinks(db);
}
