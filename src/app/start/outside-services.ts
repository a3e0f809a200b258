import { setTimeout as wait } from 'node:timers/promises';
import type { Config } from '#lib/server/config/config.ts';
import type { FileStore } from '#lib/server/files/file-store.ts';
import {
  openFileStore,
  reachStore,
  refuseWrongBucket,
  storeFailure,
  tryStore,
} from '#lib/server/files/open-file-store.ts';
import { mailServerFailure, reachMailServer, refuseWrongMailServer } from '#lib/server/mail/mail-delivery.ts';
import type { Service } from '#lib/server/services/service-watch.ts';
import type { Report } from './start-report.ts';

const BUCKET = 'bucket';
const MAIL_SERVER = 'mail server';
/** A slower mail server may still work. Emails are sent in the background, so the start does not wait for it. */
const MAIL_SERVER_MS = 5_000;

/**
 * Tries the bucket and the mail server of the settings. Throws `ConfigError` if one refuses, because waiting does not help.
 * Without an unreachable one the site starts: uploads fail with 503, and emails wait in the outbox. Returns failures by name.
 */
export async function tryServices(
  { s3, smtpUrl, ...config }: Config,
  report: Report,
  mailServerMs = MAIL_SERVER_MS,
): Promise<Map<string, string>> {
  const failed = new Map<string, string>();
  const tryBucket = async () => {
    if (!s3) return;
    try {
      await tryStore(await openFileStore({ s3, dataDir: config.dataDir }, { maxTries: 1 }));
    } catch (error) {
      refuseWrongBucket(error, s3.bucket);
      failed.set(BUCKET, storeFailure(error));
      report(
        `Warning: The bucket ${s3.bucket} cannot be reached (${storeFailure(error)}). Uploads are refused until it can.`,
      );
    }
  };
  const tryMailServer = async () => {
    if (smtpUrl === undefined) return;
    try {
      await Promise.race([reachMailServer(smtpUrl), tooLate(mailServerMs)]);
    } catch (error) {
      refuseWrongMailServer(error, smtpUrl);
      failed.set(MAIL_SERVER, mailServerFailure(error));
      const { host } = new URL(smtpUrl);
      report(
        `Warning: The mail server ${host} cannot be reached (${mailServerFailure(error)}). Emails wait until it can.`,
      );
    }
  };
  await Promise.all([tryBucket(), tryMailServer()]);
  return failed;
}

async function tooLate(ms: number): Promise<never> {
  await wait(ms, undefined, { ref: false });
  throw Object.assign(new Error('no answer in time'), { code: 'ETIMEDOUT' });
}

/** The services to watch while the site runs. */
export function outsideServices({ s3, smtpUrl }: Config, store: FileStore): Service[] {
  return [
    ...(s3 ? [{ name: BUCKET, check: () => reachStore(store), reasonOf: storeFailure }] : []),
    ...(smtpUrl === undefined
      ? []
      : [{ name: MAIL_SERVER, check: () => reachMailServer(smtpUrl), reasonOf: mailServerFailure }]),
  ];
}
