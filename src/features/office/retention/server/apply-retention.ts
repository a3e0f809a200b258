import type pg from 'pg';
import { deleteOldMatches } from '#features/catalog/server/api.ts';
import { deleteHeldMessages, deleteOldThreads, deleteThreadKeys } from '#features/conversations/server/api.ts';
import { deleteMistakesOlderThan } from '#features/customs/server/api.ts';
import { deleteOldDrivers, deleteOldSlips } from '#features/orders/server/api.ts';
import { deleteGatewayMessages, eraseUnpaidBuyingFor, eraseUnpaidDeclarations } from '#features/payments/server/api.ts';
import {
  deleteDeadDevices,
  deleteDeadEmailUndos,
  deleteDeadLinks,
  deleteDeadSessions,
  eraseOldAddresses,
} from '#features/people/server/api.ts';
import {
  deleteMessagesOlderThan,
  deleteOldNotifications,
  deleteUnconfirmed,
  deleteUnconfirmedPeople,
  type PurgeDeps,
  purgeUploads,
} from '#features/site/server/api.ts';
import { purgeIdempotencyKeys } from '#lib/server/http/idempotency.ts';
import { deleteOldCounts } from '#lib/server/http/rate-limit.ts';
import { workInTurn } from '#lib/server/jobs/job-runs.ts';
import { repeatNow } from '#lib/server/jobs/repeat.ts';
import { removeForgottenMails } from '#lib/server/mail/mail-delivery.ts';
import { deleteFinishedMails } from '#lib/server/mail/outgoing-mail.ts';
import { DELETED_AFTER_S, type TimedSubject } from '../model/retention-schedule.ts';

type RetentionDeps = {
  pool: pg.Pool;
  uploads: Omit<PurgeDeps, 'pool' | 'unusedS'>;
  /** Folder of emails that were written to files. */
  mailFolder: string;
};

type Purge = (deps: RetentionDeps, afterS: number) => Promise<void>;

const PURGES: Record<TimedSubject, Purge> = {
  userSessions: ({ pool }) => deleteDeadSessions(pool, 'user'),
  adminSessions: ({ pool }) => deleteDeadSessions(pool, 'admin'),
  accountLinks: async ({ pool }) => {
    await deleteDeadLinks(pool);
    await deleteDeadEmailUndos(pool);
  },
  knownDevices: ({ pool }, afterS) => deleteDeadDevices(pool, afterS),
  emails: async ({ pool, mailFolder }, afterS) => {
    await deleteFinishedMails(pool, afterS);
    await removeForgottenMails(pool, mailFolder);
  },
  contactMessages: ({ pool }, afterS) => deleteMessagesOlderThan(pool, afterS),
  heldMessages: ({ pool }, afterS) => deleteHeldMessages(pool, afterS),
  conversationLinks: ({ pool }, afterS) => deleteThreadKeys(pool, afterS),
  conversations: ({ pool }, afterS) => deleteOldThreads(pool, afterS),
  importMistakes: ({ pool }, afterS) => deleteMistakesOlderThan(pool, afterS),
  unconfirmedSubscribers: ({ pool }, afterS) => deleteUnconfirmed(pool, afterS),
  unconfirmedAlerts: ({ pool }, afterS) => deleteUnconfirmedPeople(pool, afterS),
  notifications: ({ pool }, afterS) => deleteOldNotifications(pool, afterS),
  searchMatches: ({ pool }, afterS) => deleteOldMatches(pool, afterS),
  unusedUploads: ({ pool, uploads }, unusedS) => purgeUploads({ ...uploads, pool, unusedS }, new Date()),
  auditAddresses: ({ pool }, afterS) => eraseOldAddresses(pool, afterS),
  gatewayMessages: ({ pool }, afterS) => deleteGatewayMessages(pool, afterS),
  unpaidDeclarations: async ({ pool }, afterS) => {
    await eraseUnpaidBuyingFor(pool, afterS);
    await eraseUnpaidDeclarations(pool, afterS);
  },
  slips: ({ pool }, afterS) => deleteOldSlips(pool, afterS),
  drivers: ({ pool }, afterS) => deleteOldDrivers(pool, afterS),
  repeatedCalls: ({ pool }, afterS) => purgeIdempotencyKeys(pool, afterS),
  requestCounts: ({ pool }, afterS) => deleteOldCounts(pool, afterS),
};

/** Deletes data whose period is over. Reports a subject that fails and continues with the others. */
export async function applyRetention(deps: RetentionDeps, onError: (error: unknown) => void): Promise<void> {
  await workInTurn(Object.keys(PURGES) as TimedSubject[], {
    pool: deps.pool,
    queue: 'retention',
    work: (subject) => PURGES[subject](deps, DELETED_AFTER_S[subject]),
    onError,
  });
}

const INTERVAL_MS = 60 * 60 * 1_000;

/** Applies the schedule now and every hour. Returns a function that stops the job. */
export function startRetention(deps: RetentionDeps, onError: (error: unknown) => void): () => Promise<void> {
  return repeatNow(INTERVAL_MS, (run) => applyRetention(deps, run.onError), onError, 'retention');
}
