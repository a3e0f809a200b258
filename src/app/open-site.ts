import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Registry } from 'prom-client';
import type { ServerBuild } from 'react-router';
import { receiptForEmail } from '#features/aftersales/bookings/server/receipts/booking-receipt.ts';
import { remindOffice } from '#features/bookkeeping/books/server/remind-office.ts';
import { foldCounts } from '#features/catalog/listings/server/listing-count-store.ts';
import { uploadsInUse } from '#features/catalog/listings/server/listing-store.ts';
import { startRates } from '#features/customs/import-rules/server/rates/take-rates.ts';
import { startRetention } from '#features/office/retention/server/apply-retention.ts';
import { CASH_RECEIPT, CASH_RETURN, cashReceiptForEmail, SECURITY_MOVE } from '#features/orders/billing/server/cash.ts';
import { PRO_FORMA, proFormaForEmail } from '#features/orders/billing/server/pro-forma.ts';
import { sendService, startForwarding } from '#features/site/contact/server/forward-messages.ts';
import type { DocumentDeps } from '#features/site/server/api.ts';
import { reportFailures } from '#features/site/system-status/server/queues.ts';
import { systemClock } from '#lib/clock.ts';
import { type Config, siteAddress } from '#lib/server/config/config.ts';
import { openFileStore } from '#lib/server/files/open-file-store.ts';
import { repeat } from '#lib/server/jobs/repeat.ts';
import type { AttachmentReference, MailFile } from '#lib/server/mail/mail.ts';
import { hostOf } from '#lib/server/mail/mail-address.ts';
import { fileDelivery, smtpDelivery } from '#lib/server/mail/mail-delivery.ts';
import { startMailWorker } from '#lib/server/mail/mail-worker.ts';
import { type ServiceWatch, watchServices } from '#lib/server/services/service-watch.ts';
import { createApp, type Mode } from './app.ts';
import type { Demo } from './demo-package.ts';
import { documentDeps } from './documents.ts';
import { incomingFolder } from './media.ts';
import { type Measured, siteMetrics } from './metrics/site-metrics.ts';
import type { Base } from './open-base.ts';
import { startSealing } from './seals.ts';
import { startHeartbeat } from './start/heartbeat.ts';
import { outsideServices } from './start/outside-services.ts';
import { type OpenTracing, openTracing } from './tracing/open-tracing.ts';

/** Maximum lag of the listing counters. Several processes may run the job concurrently. */
const FOLD_EVERY_MS = 2_000;
const WATCH_SERVICES_EVERY_MS = 60_000;
const REPORT_EVERY_MS = 60_000;
const REMIND_EVERY_MS = 3_600_000;

export type Site = {
  app: FastifyInstance;
  /** Metrics for Prometheus; null without METRICS_PORT. */
  registry: Registry | null;
  /** Makes /api/ready fail, but continues to answer for DRAIN_SECONDS. */
  drain(): Promise<void>;
  close(): Promise<void>;
};
type SiteOptions = { pages: ServerBuild; mode: Mode; demo: Demo | null };

/** Opens the application with its threads and background jobs. A reload in development replaces all of it. */
export async function openSite(base: Base, { pages, mode, demo }: SiteOptions): Promise<Site> {
  const { config, pool, replica, isDatabaseLost, held, backups } = base;
  const undo: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const step of undo.reverse()) await step();
  };
  try {
    const tracing = await startTracing(config);
    if (tracing) undo.push(tracing.stop);
    const stopping = { isDraining: false };
    const readCounts = { replica: 0, primary: 0, retried: 0 };
    let watch: ServiceWatch | null = null;
    const states = () => [...(watch?.states() ?? []), ...(tracing ? [tracing.state()] : [])];
    let registry: Registry | null = null;
    const metrics = (measured: Pick<Measured, 'inventoryAgeMs' | 'caches' | 'policyViolations'>) => {
      registry = siteMetrics({
        ...measured,
        pool,
        services: states,
        held: held !== null,
        backups,
        replica: replica && { ...replica, counts: readCounts },
      });
      return registry;
    };
    const app = await createApp({
      stopping,
      ...(config.metricsPort !== undefined && { metrics }),
      config,
      pool,
      replica,
      readCounts,
      mode,
      pages,
      demo: base.hasDemoCars ? demo : null,
      isDatabaseLost,
      jobs: true,
      held,
    });
    undo.push(() => app.close());
    const onError = (error: unknown) => app.log.error({ err: error }, 'background job failed');
    const services = outsideServices(config, await openFileStore(config));
    const watching = { everyMs: WATCH_SERVICES_EVERY_MS, log: app.log, failed: base.failedServices };
    watch = watchServices(services, watching);
    undo.push(watch.stop);
    undo.push(repeat(FOLD_EVERY_MS, () => foldCounts(pool), onError, 'listing counters'));
    undo.push(startSealing(pool, onError));
    undo.push(startHeartbeat({ pool, dataDir: config.dataDir, services: states, backups, onError }));
    if (!held) {
      undo.push(await startRetentionJob(config, pool, onError));
      undo.push(startMailJob(config, pool, app));
      const reporting = { pool, siteOrigin: siteAddress(config) };
      undo.push(repeat(REPORT_EVERY_MS, () => reportFailures(reporting), onError, 'failure reports'));
      const reminding = { ...reporting, clock: systemClock, afterDays: config.remindOfficeDays };
      undo.push(repeat(REMIND_EVERY_MS, () => remindOffice(reminding), onError, 'office reminders'));
    }
    if (config.exchangeRates !== undefined)
      undo.push(startRates({ pool, source: config.exchangeRates, clock: systemClock, log: app.log }, onError));
    if (config.contactTransport === 'send-service')
      undo.push(startForwarding(pool, sendService(config.sendService), app.log));
    await app.ready();
    const drain = () => {
      stopping.isDraining = true;
      return wait(config.drainSeconds * 1_000);
    };
    return { app, registry, drain, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function startTracing({ tracing: settings, trustProxy }: Config): Promise<OpenTracing | null> {
  return settings ? openTracing({ settings, trustProxy, report: (line) => console.warn(line) }) : null;
}

async function startRetentionJob(
  config: Config,
  pool: pg.Pool,
  onError: (error: unknown) => void,
): Promise<() => Promise<void>> {
  const uploads = { store: await openFileStore(config), arriving: incomingFolder(config), stillUsed: uploadsInUse };
  return startRetention({ pool, uploads, mailFolder: mailFolder(config) }, onError);
}

const mailFolder = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'mails');

function attachmentOf(documents: DocumentDeps, attachment: AttachmentReference): Promise<MailFile> {
  switch (attachment.kind) {
    case PRO_FORMA:
      return proFormaForEmail(documents, attachment.id);
    case CASH_RECEIPT:
    case CASH_RETURN:
    case SECURITY_MOVE:
      return cashReceiptForEmail(documents, attachment);
    default:
      return receiptForEmail(documents, attachment);
  }
}

function startMailJob(config: Config, pool: pg.Pool, { log }: FastifyInstance): () => Promise<void> {
  const { smtpUrl, mailFrom, dataDir } = config;
  const documents = documentDeps(config, pool);
  const folder = mailFolder({ dataDir });
  const deliver = smtpUrl === undefined ? fileDelivery(folder, mailFrom, log) : smtpDelivery(smtpUrl, mailFrom);
  return startMailWorker({
    pool,
    deliver,
    makeAttachment: (attachment) => attachmentOf(documents, attachment),
    log,
    messageIdHost: hostOf(mailFrom.address),
  });
}
