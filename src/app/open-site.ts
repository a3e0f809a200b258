import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { ServerBuild } from 'react-router';
import { receiptForEmail } from '#features/bookings/server/booking-receipt.ts';
import { startForwarding } from '#features/contact/server/forward-messages.ts';
import { sendService } from '#features/contact/server/send-service.ts';
import { startRates } from '#features/import-rules/server/rates/start-rates.ts';
import { foldCounts } from '#features/listings/server/listing-count-store.ts';
import { uploadsInUse } from '#features/listings/server/listing-upload-store.ts';
import { PRO_FORMA, proFormaForEmail } from '#features/orders/server/transfers/pro-forma.ts';
import { startRetention } from '#features/retention/server/apply-retention.ts';
import { systemClock } from '#lib/clock.ts';
import type { Config } from '#lib/server/config/config.ts';
import { openFileStore } from '#lib/server/files/open-file-store.ts';
import { repeat } from '#lib/server/jobs/repeat.ts';
import { fileDelivery } from '#lib/server/mail/file-delivery.ts';
import { hostOf } from '#lib/server/mail/mail-address.ts';
import { startMailWorker } from '#lib/server/mail/mail-worker.ts';
import { smtpDelivery } from '#lib/server/mail/smtp-delivery.ts';
import { createApp, type Mode } from './app.ts';
import type { Demo } from './demo-package.ts';
import { documentDeps } from './documents.ts';
import { incomingFolder } from './media.ts';
import type { Base, Report } from './open-base.ts';
import { startSealing } from './seals.ts';

/** Maximum lag of the listing counters. Several processes may run the job at the same time. */
const FOLD_EVERY_MS = 2_000;

export type Site = { app: FastifyInstance; close(): Promise<void> };
export type SiteOptions = { pages: ServerBuild; mode: Mode; demo: Demo | null; report: Report };

/** Opens the application with its threads and background jobs. A reload in development replaces all of it. */
export async function openSite(base: Base, { pages, mode, demo, report }: SiteOptions): Promise<Site> {
  const { config, pool, isDatabaseLost } = base;
  const undo: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const step of undo.reverse()) await step();
  };
  try {
    const app = await createApp({
      config,
      pool,
      mode,
      pages,
      demo: base.hasDemoCars ? demo : null,
      isDatabaseLost,
      jobs: true,
    });
    undo.push(() => app.close());
    const onError = (error: unknown) => app.log.error({ err: error }, 'background job failed');
    undo.push(repeat(FOLD_EVERY_MS, () => foldCounts(pool), onError));
    undo.push(startSealing(pool, onError));
    undo.push(await startRetentionJob(config, pool, onError));
    undo.push(startMailJob(config, pool, app, report));
    if (config.exchangeRatesUrl !== undefined)
      undo.push(startRates({ pool, url: config.exchangeRatesUrl, clock: systemClock, log: app.log }, onError));
    if (config.contactTransport === 'send-service')
      undo.push(startForwarding(pool, sendService(config.sendService), app.log));
    await app.ready();
    return { app, close };
  } catch (error) {
    await close();
    throw error;
  }
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

function startMailJob(config: Config, pool: pg.Pool, { log }: FastifyInstance, report: Report): () => Promise<void> {
  const { smtpUrl, mailFrom, dataDir } = config;
  const documents = documentDeps(config, pool);
  const folder = mailFolder({ dataDir });
  if (smtpUrl === undefined) report(`Emails are written to ${folder}. Set SMTP_URL to send them.`);
  const deliver = smtpUrl === undefined ? fileDelivery(folder, mailFrom, log) : smtpDelivery(smtpUrl, mailFrom);
  return startMailWorker({
    pool,
    deliver,
    makeAttachment: (attachment) =>
      attachment.kind === PRO_FORMA
        ? proFormaForEmail(documents, attachment.id)
        : receiptForEmail(documents, attachment),
    log,
    messageIdHost: hostOf(mailFrom.address),
  });
}
