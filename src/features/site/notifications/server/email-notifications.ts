import type pg from 'pg';
import type { Clock } from '#lib/clock.ts';
import { type Queryable, withTransaction } from '#lib/server/database/postgres.ts';
import { type Run, workInTurn } from '#lib/server/jobs/job-runs.ts';
import { mailNotifications } from './notification-mails.ts';
import { dropEmails, duePeople, lockPerson, markEmailed, takeDueEmails } from './notification-store.ts';

export type NotificationDeps = { pool: pg.Pool; clock: Clock; siteOrigin: string };

/** Queues one email for each person with notifications that are due. */
export async function emailDueNotifications(
  deps: NotificationDeps,
  onError: (error: unknown) => void,
  run?: Run,
): Promise<void> {
  const { pool, clock } = deps;
  await workInTurn(await duePeople(pool, clock.now()), {
    pool,
    queue: 'notification emails',
    work: (personId) => withTransaction(pool, (db) => emailPerson(db, deps, personId)),
    onError,
    run,
  });
}

async function emailPerson(db: Queryable, { clock, siteOrigin }: NotificationDeps, personId: number): Promise<void> {
  const now = clock.now();
  const person = await lockPerson(db, personId, now);
  if (!person) return;
  const { address } = person;
  if (address === null) return dropEmails(db, personId);
  const due = await takeDueEmails(db, personId, now);
  if (await mailNotifications(db, siteOrigin, { ...person, address }, due)) await markEmailed(db, personId, now);
}
