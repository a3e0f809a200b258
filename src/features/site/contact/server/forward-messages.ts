import type { Queryable } from '#lib/server/database/statement.ts';
import { repeatNow } from '#lib/server/jobs/repeat.ts';
import { forgetFailures, noteFailure } from '#lib/server/jobs/work-failures.ts';
import { claimDueMessage, markForwarded } from './contact-store.ts';
import type { Forward } from './send-service.ts';

type Log = { warn(facts: object, message: string): void };

const INTERVAL_MS = 2_000;
/** Takes about two days with the delays of `claimDueMessage`. The message stays stored in any case. */
const MAX_ATTEMPTS = 16;
const QUEUE = 'contact messages';
/** Between two attempts. */
const LONGEST_WAIT_S = 6 * 60 * 60;

/** Forwards due messages at intervals. Returns a function that stops and waits for the current run. */
export function startForwarding(pool: Queryable, forward: Forward, log: Log): () => Promise<void> {
  const onError = (error: unknown) => log.warn({ err: error }, 'reading contact messages failed');
  return repeatNow(INTERVAL_MS, () => forwardDueMessages(pool, forward, log), onError, 'contact messages');
}

/** Forwards all due messages. `claimDueMessage` schedules the retry of a failed one. */
export async function forwardDueMessages(pool: Queryable, forward: Forward, log: Log): Promise<void> {
  for (let due = await claimDueMessage(pool, MAX_ATTEMPTS); due; due = await claimDueMessage(pool, MAX_ATTEMPTS)) {
    const { id, ...message } = due;
    try {
      await forward(message);
      await markForwarded(pool, id);
      await forgetFailures(pool, QUEUE, [String(id)]);
    } catch (error) {
      log.warn({ message: id, reason: (error as Error).message }, 'forwarding a contact message failed; will retry');
      await noteFailure(pool, QUEUE, String(id), error, LONGEST_WAIT_S);
    }
  }
}
