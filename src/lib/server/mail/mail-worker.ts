import { setTimeout as sleep } from 'node:timers/promises';
import { getSystemErrorName } from 'node:util';
import type { Queryable } from '../database/statement.ts';
import type { AttachmentReference, MailFile } from './mail.ts';
import type { Deliver, MailLog, OutgoingMail } from './mail-delivery.ts';
import { type ClaimedMail, claimMail, markSent, recordFailure } from './mail-outbox.ts';

type Options = {
  pool: Queryable;
  deliver: Deliver;
  /** Makes the document that a mail brings. */
  makeAttachment?: (attachment: AttachmentReference) => Promise<MailFile>;
  log: MailLog;
  /** Right half of every Message-ID. */
  messageIdHost: string;
  pollMs?: number;
  /** How long a mail belongs to the worker that took it; longer than any delivery lasts. */
  leaseMs?: number;
  retryDelay?: (attempt: number) => number | null;
};

const AT_ONCE = 2;

/** Sends what is due in the outbox, again and again; returns how to stop, which finishes the mails in hand. */
export function startMailWorker(options: Options): () => Promise<void> {
  const work = {
    pollMs: 1_000,
    leaseMs: 120_000,
    retryDelay,
    makeAttachment: noAttachments,
    ...options,
    databaseAway: false,
  };
  const stop = new AbortController();
  const lanes = Array.from({ length: AT_ONCE }, () => sendUntil(stop.signal, work));
  return async () => {
    stop.abort();
    await Promise.all(lanes);
  };
}

type Work = Required<Options> & { databaseAway: boolean };

async function sendUntil(stopped: AbortSignal, work: Work): Promise<void> {
  while (!stopped.aborted) {
    try {
      const mail = await claimMail(work.pool, work.leaseMs);
      work.databaseAway = false;
      if (mail) await sendOne(mail, stopped, work);
      else await pause(work.pollMs, stopped);
    } catch (error) {
      if (!work.databaseAway) work.log.warn({ err: error }, 'the outbox of mails cannot be read');
      work.databaseAway = true;
      await pause(work.pollMs, stopped);
    }
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
    log.warn({ mail: id, attempt, reason }, wait === null ? 'a mail was given up' : 'a mail could not be sent yet');
  }
  const note = () => (reason === null ? markSent(pool, mail) : recordFailure(pool, mail, reason, wait));
  await keepTrying(note, leaseEnds, stopped, work);
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
  throw new Error('nobody makes attachments here');
}

/** A database that is away for a moment must not make a mail leave twice. */
async function keepTrying(
  note: () => Promise<void>,
  leaseEnds: number,
  stopped: AbortSignal,
  { log, pollMs }: Work,
): Promise<void> {
  for (;;) {
    try {
      return await note();
    } catch (error) {
      if (stopped.aborted || Date.now() + pollMs > leaseEnds) {
        return log.warn({ err: error }, 'what came of a mail could not be noted; it may be sent again');
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

/** Why a mail could not be delivered, as codes alone: the words of servers may name the person. */
function deliveryFailure(error: unknown): string {
  const { code, command, name, response, errno, responseCode } = (error ?? {}) as Failure;
  const system = errno === undefined ? undefined : getSystemErrorName(errno);
  const parts = [code ?? name ?? 'unknown', system, command, responseCode, ENHANCED_CODE.exec(response ?? '')?.[1]];
  return [...new Set(parts.filter((part) => part !== undefined))].join(' ').slice(0, MAX_LENGTH);
}

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;

/** Seconds until the next try: about two days altogether. */
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

/** Milliseconds to wait after a try has failed, a fifth more or less so that not all come back at once; null: give up. */
export function retryDelay(attempt: number): number | null {
  const wait = WAITS_S[attempt - 1];
  return wait === undefined ? null : wait * 1_000 * (1 - JITTER + 2 * JITTER * Math.random());
}
