import { setTimeout as sleep } from 'node:timers/promises';
import { getSystemErrorName } from 'node:util';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { forgetFailures, noteFailure } from '#lib/server/jobs/job-runs.ts';
import { type Job, openJob } from '../jobs/job-runs.ts';
import type { AttachmentReference, MailFile } from './mail.ts';
import type { Deliver, MailLog, OutgoingMail } from './mail-delivery.ts';
import { type ClaimedMail, claimMail, handBackMail, markSent, recordFailure } from './outgoing-mail.ts';

type Options = {
  pool: Queryable;
  deliver: Deliver;
  /** Creates the attachment of a mail. */
  makeAttachment?: (attachment: AttachmentReference) => Promise<MailFile>;
  log: MailLog;
  /** Right half of every Message-ID. */
  messageIdHost: string;
  pollMs?: number;
  /** Lease of a claimed mail. Must be longer than any delivery. */
  leaseMs?: number;
  retryDelay?: (attempt: number) => number | null;
};

const CONCURRENCY = 2;
const QUEUE = 'emails';
/** How long an email that has failed permanently is shown among what failed. */
const SHOWN_S = 86_400;

/** Sends due mails from the outbox. The returned function stops the worker after the current deliveries. */
export function startMailWorker(options: Options): () => Promise<void> {
  const work = {
    pollMs: 1_000,
    leaseMs: 120_000,
    retryDelay,
    makeAttachment: noAttachments,
    ...options,
  };
  const stop = new AbortController();
  const onError = (error: unknown) => work.log.warn({ err: error }, 'reading the mail outbox failed');
  const job = openJob('emails', work.pollMs, onError);
  const loops = Array.from({ length: CONCURRENCY }, () => sendUntil(stop.signal, work, job));
  return async () => {
    stop.abort();
    await Promise.all(loops);
    job.close();
  };
}

type Work = Required<Options>;

async function sendUntil(stopped: AbortSignal, work: Work, job: Job): Promise<void> {
  while (!stopped.aborted) {
    let hasSent = false;
    await job.run(async (run) => {
      try {
        const mail = await claimMail(work.pool, work.leaseMs);
        if (!mail) return;
        hasSent = true;
        run.lease(1);
        if (stopped.aborted) await handBackMail(work.pool, mail);
        else await sendOne(mail, stopped, work);
        run.lease(-1);
      } catch (error) {
        hasSent = false;
        throw error;
      }
    });
    if (!hasSent) await pause(work.pollMs, stopped);
  }
}

async function sendOne(mail: ClaimedMail, stopped: AbortSignal, work: Work): Promise<void> {
  const { pool, log, messageIdHost } = work;
  const leaseEnds = Date.now() + work.leaseMs;
  const { id, attempt } = mail;
  const reason = await outgoingOf(mail, messageIdHost, work.makeAttachment)
    .then(work.deliver)
    .then(() => null, deliveryFailure);
  const wait = work.retryDelay(attempt);
  if (reason !== null) {
    log.warn(
      { mail: id, attempt, reason },
      wait === null ? 'email delivery failed permanently' : 'email delivery failed; will retry',
    );
  }
  const record = async () => {
    if (reason === null) {
      await markSent(pool, mail);
      if (attempt > 1) await forgetFailures(pool, QUEUE, [String(id)]);
    } else {
      await recordFailure(pool, mail, reason, wait);
      await noteFailure(pool, QUEUE, String(id), { code: reason }, wait === null ? SHOWN_S : wait / 1_000);
    }
  };
  await retryRecording(record, leaseEnds, stopped, work);
}

async function outgoingOf(
  { to, subject, text, html, uuid, replyTo, unsubscribeUrl, attachment }: ClaimedMail,
  messageIdHost: string,
  makeAttachment: Work['makeAttachment'],
): Promise<OutgoingMail> {
  return {
    to,
    subject,
    text,
    html,
    ...(replyTo !== null && { replyTo }),
    ...(unsubscribeUrl !== null && { unsubscribeUrl }),
    ...(attachment !== null && { file: await makeAttachment(attachment) }),
    messageId: `<mail-${uuid}@${messageIdHost}>`,
  };
}

async function noAttachments(): Promise<never> {
  throw new Error('no attachment factory is configured');
}

/** Retries until the lease ends, so that a short database outage does not send a mail twice. */
async function retryRecording(
  record: () => Promise<void>,
  leaseEnds: number,
  stopped: AbortSignal,
  { log, pollMs }: Work,
): Promise<void> {
  for (;;) {
    try {
      return await record();
    } catch (error) {
      if (stopped.aborted || Date.now() + pollMs > leaseEnds) {
        return log.warn({ err: error }, 'recording an email delivery failed; the email may be sent again');
      }
      await pause(pollMs, stopped);
    }
  }
}

async function pause(ms: number, stopped: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal: stopped }).catch(() => {});
}

type Failure = Partial<
  Record<'code' | 'command' | 'name' | 'response', string> & Record<'errno' | 'responseCode', number>
>;

const MAX_LENGTH = 200;
const ENHANCED_CODE = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/;

/** Describes a failed delivery by error codes only, because server replies may contain the address. */
function deliveryFailure(error: unknown): string {
  const { code, command, name, response, errno, responseCode } = (error ?? {}) as Failure;
  const system = errno === undefined ? undefined : getSystemErrorName(errno);
  const parts = [code ?? name ?? 'unknown', system, command, responseCode, ENHANCED_CODE.exec(response ?? '')?.[1]];
  return [...new Set(parts.filter((part) => part !== undefined))].join(' ').slice(0, MAX_LENGTH);
}

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;

/** Seconds until the next attempt; about two days in total. */
const WAITS_S = [
  5,
  30,
  2 * MINUTE_S,
  10 * MINUTE_S,
  HOUR_S,
  2 * HOUR_S,
  4 * HOUR_S,
  ...Array.from({ length: 5 }, () => 8 * HOUR_S),
];
const JITTER = 0.2;

/** Returns the delay in ms after a failed attempt, with 20 % jitter to spread retries; null: give up. */
export function retryDelay(attempt: number): number | null {
  const wait = WAITS_S[attempt - 1];
  return wait === undefined ? null : wait * 1_000 * (1 - JITTER + 2 * JITTER * Math.random());
}
