import { mkdir, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openBase } from '#app/open-base.ts';
import type { Site } from '#app/open-site.ts';
import { heldGateway } from '#features/payments/gateways/server/circuit-breaker-gateway.ts';
import { markHeld, releaseHeld } from '#lib/server/backup/restore/held-copy.ts';
import { readConfig } from '#lib/server/config/config.ts';
import { queueMail } from '#lib/server/mail/outgoing-mail.ts';
import { addCars } from '../support/catalog/cars.ts';
import { signIn, signInAdmin } from '../support/data/accounts.ts';
import { testDatabase } from '../support/database/test-database.ts';
import { bookingAmount, CARD, newTransaction } from '../support/payments/paying.ts';
import { scratchFolder } from '../support/runner/scratch-folder.ts';
import { testNow } from '../support/runner/test-clock.ts';
import { builtSite } from '../support/server/built-site.ts';
import { postJson } from '../support/server/test-app.ts';

const HELD = { restoredAt: '2026-11-23T10:00:00.000Z', restoredTo: '2026-11-22T10:00:00.000Z', isComplete: true };
const LONG_AGO = new Date('2020-01-01T00:00:00Z');
/** A port without a server: a call to it would be reported as a warning. */
const NOWHERE = '127.0.0.1:9';
const { pool, url } = await testDatabase();
const dataDir = await scratchFolder();
const orphan = join(dataDir, 'files/pictures/photo-0/master.jpg');
const { openSite, pages } = await builtSite();

async function open(environment: Record<string, string> = {}) {
  const lines: string[] = [];
  const config = readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: url,
    EXCHANGE_RATES: 'none',
    PAYMENTS: 'simulated',
    LOG_LEVEL: 'silent',
    METRICS_PORT: '9',
    ...environment,
  });
  const base = await openBase(config, null, (line) => lines.push(line));
  const site = await openSite(base, { pages, mode: 'test', demo: null });
  const close = async () => {
    await site.close();
    await base.close();
  };
  return { ...site, base, lines, close };
}

/** Returns the jobs that have run in the site. */
async function jobsOf({ registry }: Pick<Site, 'registry'>): Promise<string[]> {
  const text = (await registry?.metrics()) ?? '';
  return [...text.matchAll(/carquay_job_last_success_timestamp_seconds\{job="([^"]+)"\}/g)].map(([, job = '']) => job);
}

const mails = async () => (await readdir(join(dataDir, 'mails')).catch(() => [])).length;
const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

test('a held copy contacts no outside service until its release', async () => {
  await mkdir(join(orphan, '..'), { recursive: true });
  await writeFile(orphan, 'x');
  await utimes(join(orphan, '..'), LONG_AGO, LONG_AGO);
  await queueMail(pool, { to: 'reader@buyers.example', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' });
  markHeld(dataDir, HELD);
  const held = await open({
    PAYMENTS: 'stripe',
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    STRIPE_API: `http://${NOWHERE}`,
    S3_BUCKET: 'live',
    S3_ENDPOINT: `http://${NOWHERE}`,
    SMTP_URL: `smtp://${NOWHERE}`,
    MAIL_FROM: 'hi@cars.example',
    EXCHANGE_RATES: 'https://rates.example/today',
  });
  const { s3, smtpUrl, payments, exchangeRates, backup } = held.base.config;
  expect([s3, smtpUrl, payments.stripe, exchangeRates, backup]).toEqual(Array(5).fill(undefined));
  expect(held.lines.join('\n')).toMatch(/^Held +a copy restored at 2026-11-23T10:00:00.000Z/m);
  expect(held.lines.join('\n')).not.toContain('Warning: The');
  await wait(2_500);
  expect((await held.app.inject('/api/ready')).json()).toEqual({ status: 'ok', held: true });
  const { cookie } = await signInAdmin(pool);
  const session = await held.app.inject({ url: '/api/admin/session', headers: { cookie } });
  expect(session.json()).toMatchObject({ heldCopy: { restoredTo: HELD.restoredTo } });
  expect((await held.app.inject('/api/admin/session')).json()).toMatchObject({ admin: null, heldCopy: null });
  const { id, cookie: buyer } = await signIn(pool);
  const [car] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: 1_000_000 }]);
  const payment = await postJson(
    held.app,
    '/api/payments',
    {
      user_id: id,
      transaction_id: newTransaction(),
      amount: bookingAmount(10_000),
      payment_method: 'credit_card',
      formData: CARD,
      listing_id: car,
    },
    { cookie: buyer },
  );
  expect(payment.status).toBe(503);
  expect(await jobsOf(held)).not.toContain('payments');
  await held.close();
  expect([await mails(), await exists(orphan)]).toEqual([0, true]);

  releaseHeld(dataDir);
  const released = await open();
  await expect.poll(mails).toBeGreaterThan(0);
  await expect.poll(() => exists(orphan)).toBe(false);
  expect((await released.app.inject('/api/ready')).json()).toEqual({ status: 'ok' });
  await expect.poll(() => jobsOf(released)).toContain('payments');
  await released.close();
});

test('refuses a copy whose restore did not finish', async () => {
  markHeld(dataDir, { ...HELD, isComplete: false });
  await expect(open()).rejects.toThrow(
    `The restore into ${dataDir} did not finish. Delete the folder and restore again.`,
  );
});

test('no call of a held copy reaches a payment provider', async () => {
  const gateway = heldGateway();
  expect(gateway.isCircuitOpen()).toBe(true);
  const key = { paymentId: 1, method: 'card', reference: null, amountCents: 100, createdAt: testNow() } as const;
  await expect(gateway.capture(key as never)).rejects.toThrow();
  await expect(gateway.refund({ ...key, refundCents: 100, attempt: 1 } as never)).rejects.toThrow();
});
