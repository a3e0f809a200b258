import { actingAdmin, audit } from '#features/people/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { withTransaction } from '#lib/server/database/postgres.ts';
import type { Origin } from '#lib/server/http/caller.ts';
import type { OFFICE_CHANGES, ReportReason } from '../model/thread.ts';
import type { Reader } from './thread-rights.ts';
import {
  insertReport,
  lockThread,
  setAssigned,
  setBlocked,
  setNeedsOffice,
  settleThread,
  type Thread,
} from './thread-store.ts';
import type { ThreadDeps } from './write-message.ts';

/** Ends a conversation for a party, or opens it again. Only who ended it may open it. */
export async function blockThread(
  { pool }: Pick<ThreadDeps, 'pool'>,
  { id }: Thread,
  { side }: Reader,
  change: 'block' | 'unblock',
): Promise<void> {
  await withTransaction(pool, async (db) => {
    const { blockedBy } = await lockThread(db, id);
    const from = change === 'block' ? null : side;
    if (blockedBy === (change === 'block' ? side : null)) return;
    if (blockedBy !== from)
      throw new AppError('conflict', `blocked by ${blockedBy}`, { messageKey: 'threads.blocked' });
    await setBlocked(db, id, change === 'block' ? side : null);
  });
}

/** Reports a thread to the office. A second report of the same side replaces the first until the office has settled it. */
export async function reportThread(
  { pool }: Pick<ThreadDeps, 'pool'>,
  { id }: Thread,
  { side }: Reader,
  report: { reason: ReportReason; text: string },
): Promise<void> {
  await withTransaction(pool, async (db) => {
    await lockThread(db, id);
    await insertReport(db, { threadId: id, side, ...report });
    await setNeedsOffice(db, id, 'reported');
  });
}

type OfficeChange = (typeof OFFICE_CHANGES)[number];
const ACTIONS = { settle: 'thread settled', block: 'thread blocked', unblock: 'thread unblocked' } as const;

/** Changes a thread for the office: who looks after it, whether it still needs a look, and whether its parties may write. */
export async function changeForOffice(
  { pool }: Pick<ThreadDeps, 'pool'>,
  { id, number }: Thread,
  adminId: number,
  to: OfficeChange,
  origin: Origin,
): Promise<void> {
  await withTransaction(pool, async (db) => {
    const thread = await lockThread(db, id);
    if (to === 'take' || to === 'release') {
      if (thread.assignedTo !== null && thread.assignedTo !== adminId)
        throw new AppError('conflict', 'another person has it', { messageKey: 'threads.takenMeanwhile' });
      return setAssigned(db, id, to === 'take' ? adminId : null);
    }
    if (to === 'settle') await settleThread(db, id, adminId);
    else await setBlocked(db, id, to === 'block' ? 'office' : null);
    await audit(db, origin, {
      actor: actingAdmin(adminId),
      action: ACTIONS[to],
      subject: { kind: 'thread', id },
      details: { number },
    });
  });
}

/** Records that a person of the office opened a conversation. */
export function recordOpening(
  { pool }: Pick<ThreadDeps, 'pool'>,
  { id, number }: Thread,
  adminId: number,
  origin: Origin,
): Promise<void> {
  const subject = { kind: 'thread', id };
  return audit(pool, origin, { actor: actingAdmin(adminId), action: 'thread opened', subject, details: { number } });
}
