import { setTimeout as sleep } from 'node:timers/promises';
import type { Queryable } from '#lib/server/database/statement.ts';
import { claimDueMessage, markForwarded } from './contact-store.ts';
import type { Forward } from './send-service.ts';

type Log = { warn(facts: object, message: string): void };

const EVERY_MS = 2_000;
/** Spread over two days; the message itself stays with us whatever becomes of it. */
const MAX_ATTEMPTS = 16;

/** Hands waiting messages over, again and again; returns how to stop. */
export function startForwarding(pool: Queryable, forward: Forward, log: Log): () => Promise<void> {
  const stop = new AbortController();
  const work = (async () => {
    while (!stop.signal.aborted) {
      await forwardDue(pool, forward, log).catch((error) => log.warn({ err: error }, 'messages cannot be read'));
      await sleep(EVERY_MS, undefined, { signal: stop.signal }).catch(() => {});
    }
  })();
  return async () => {
    stop.abort();
    await work;
  };
}

/** Hands over what is due now. A message that is not taken is due again later. */
export async function forwardDue(pool: Queryable, forward: Forward, log: Log): Promise<void> {
  for (let due = await claimDueMessage(pool, MAX_ATTEMPTS); due; due = await claimDueMessage(pool, MAX_ATTEMPTS)) {
    const { id, ...message } = due;
    try {
      await forward(message);
      await markForwarded(pool, id);
    } catch (error) {
      log.warn({ message: id, reason: (error as Error).message }, 'a message could not be handed over yet');
    }
  }
}
