import { ConfigError } from '#lib/config-error.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { forgetFailures, noteFailure } from '#lib/server/jobs/job-runs.ts';
import { repeatNow } from '#lib/server/jobs/repeat.ts';
import type { ContactMessage } from '../model/contact-forms.ts';
import { claimDueMessage, markForwarded } from './contact-store.ts';

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

type SendServiceSettings = {
  url: string;
  userId: string | undefined;
  serviceId: string | undefined;
  templateId: string | undefined;
};

/** Forwards one message. Rejects unless the service accepted it. */
type Forward = (message: ContactMessage) => Promise<void>;

/** Version of the service's library whose payload format is used. */
const LIB_VERSION = '4.4.1';
const MAX_DURATION_MS = 10_000;

/** Forwards through a third-party email service, in the payload format of its library. Throws on missing settings. */
export function sendService({ url, userId, serviceId, templateId }: SendServiceSettings): Forward {
  if (!userId) throw new ConfigError('The user id is required: set SEND_SERVICE_USER_ID.');
  if (!serviceId) throw new ConfigError('The service id is required: set SEND_SERVICE_ID.');
  if (!templateId) throw new ConfigError('The template id is required: set SEND_SERVICE_TEMPLATE_ID.');
  const ids = { lib_version: LIB_VERSION, user_id: userId, service_id: serviceId, template_id: templateId };
  return async ({ from_name, from_email, subject, message }) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...ids, template_params: { from_name, from_email, subject, message } }),
      redirect: 'error',
      signal: AbortSignal.timeout(MAX_DURATION_MS),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`the send service answered ${response.status}`);
  };
}
