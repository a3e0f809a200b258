import { expect, test } from 'vitest';
import { readConfig } from '#lib/server/config/config.ts';
import { testDatabase } from '../../../tests/support/database/test-database.ts';
import { startReport } from './start-report.ts';

const { pool, url } = await testDatabase();
const none = { held: null, backups: null, replica: null };
const SECRET = 'hush-hush-hush-hush';
const KEY = Buffer.from('a secret key of thirty-two bytes').toString('base64');

test('names payments, email, files, database role, limits and version of a trial', async () => {
  const text = (await startReport(readConfig({ DATA_DIR: '/data' }), pool, none)).join('\n');
  expect(text).toMatch(/^Version +CarQuay \d+\.\d+\.\d+, Node \d+/m);
  expect(text).toMatch(/^Database +PostgreSQL \S+ embedded in \/data\/postgres; the role \S+ owns the tables/m);
  expect(text).toMatch(/^Payments +simulated; nobody is charged$/m);
  expect(text).toMatch(/^Email +written to \/data\/mails; set SMTP_URL to send it$/m);
  expect(text).toMatch(/^Files +folder \/data\/files$/m);
  expect(text).toMatch(/^Backups +none; set BACKUP_TO and BACKUP_KEY$/m);
  expect(text).toMatch(/^Demo +an empty database gets 4200 cars and a demo user$/m);
  expect(text).toMatch(
    /^Limits +300 reads a minute per client, 0 trusted proxies, 10 database connections, heap of \d+ MB$/m,
  );
});

test('prints no secret of any setting', async () => {
  const site = new URL(url);
  site.password = SECRET;
  const config = readConfig({
    DATABASE_URL: site.href,
    PAYMENTS: 'stripe',
    STRIPE_SECRET_KEY: `sk_live_${SECRET}`,
    STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
    STRIPE_WEBHOOK_SECRET: `whsec_${SECRET}`,
    S3_BUCKET: 'cars',
    S3_ACCESS_KEY_ID: SECRET,
    S3_SECRET_ACCESS_KEY: SECRET,
    SMTP_URL: `smtp://${SECRET}:${SECRET}@mail.example:587`,
    MAIL_FROM: 'hi@cars.example',
    ADMIN_PASSWORD: SECRET,
    PASSWORD_PEPPER: SECRET,
    ENCRYPTION_KEY: KEY,
    DOCUMENT_KEYS: KEY,
  });
  const text = (await startReport(config, pool, none)).join('\n');
  expect(text).toContain('Stripe with live keys');
  expect(text).toContain('through mail.example:587 from hi@cars.example');
  expect(text).toContain('bucket cars');
  expect(text).not.toContain('hush');
  expect(text).not.toContain(KEY);
});
