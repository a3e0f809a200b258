import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { beforeAll, expect, test, vi } from 'vitest';
import { receiptForEmail } from '#features/aftersales/bookings/server/receipts/booking-receipt.ts';
import { readConfig } from '#lib/server/config/config.ts';
import { fileDelivery } from '#lib/server/mail/mail-delivery.ts';
import { startMailWorker } from '#lib/server/mail/mail-worker.ts';
import { createApp } from '../../src/app/app.ts';
import { documentDeps } from '../../src/app/documents.ts';
import { addCars } from '../support/catalog/cars.ts';
import { signIn } from '../support/data/accounts.ts';
import { testDatabase } from '../support/database/test-database.ts';
import { type Buyer, CARD, newTransaction, payingCalls } from '../support/payments/paying.ts';
import { afterFile } from '../support/runner/after-file.ts';
import { scratchFolder } from '../support/runner/scratch-folder.ts';
import { pdfPages } from '../support/site/documents/pdf-text.ts';

const PRICE = 10_000;
const CVV = '739';
const APPROVED = '5105105105105100';
const DECLINED = '4000000000000002';
const MISTYPED = '378282246310005';

const { pool } = await testDatabase();
const folder = await scratchFolder();
const lines: string[] = [];
const logTo = new PassThrough();
logTo.on('data', (chunk) => lines.push(String(chunk)));
const config = readConfig({ DATA_DIR: folder, LOG_LEVEL: 'debug', PAYMENT_DELAY_MS: '0' });
const app = await createApp({
  config,
  pool,
  mode: 'test',
  logTo,
});
afterFile(() => app.close());
app.log.level = 'trace';
const calls = payingCalls(app);
const answers: { status: number; body: unknown }[] = [];
let buyer: Buyer;
let cars: number[];

const paying = (number: string, change: Record<string, unknown> = {}) => ({
  formData: { ...CARD, cardNumber: number, cvv: CVV, ...change },
});

beforeAll(async () => {
  buyer = await signIn(pool);
  cars = await addCars(
    pool,
    Array.from({ length: 12 }, () => ({ make: 'BYD', model: 'Seal', priceCents: PRICE * 100 })),
  );
  await payInEveryWay();
  await writeMails();
});

/** Makes payments that succeed, are refused, and fail because a table is missing. */
async function payInEveryWay(): Promise<void> {
  const [car = 0, ...others] = cars;
  const pay = async (change: object) => answers.push(await calls.pay(buyer, others.pop() ?? 0, PRICE, { ...change }));
  const transaction_id = newTransaction();
  const bought = { transaction_id, ...paying(APPROVED) };
  answers.push(await calls.pay(buyer, car, PRICE, bought), await calls.pay(buyer, car, PRICE, bought));
  answers.push(await calls.sold(buyer, car), await calls.book(buyer, car, transaction_id, PRICE));
  const [{ booking_id: id, cancellation }] = await calls.bookings(buyer);
  answers.push(await calls.cancel(buyer, id, cancellation.refund));
  await pay(paying(DECLINED));
  await pay(paying(APPROVED, { surprise: APPROVED }));
  for (const wrong of [{ cardNumber: MISTYPED }, { expiryDate: '13/99' }, { name: '' }])
    await pay(paying(APPROVED, wrong));
  await pay({ ...paying(APPROVED), cardNumber: APPROVED, listing_id: APPROVED });
  for (const table of ['payment_events', 'payments', 'simulated_charges']) {
    await pool.query(`alter table ${table} rename to gone`);
    await pay(paying(APPROVED));
    await pool.query(`alter table gone rename to ${table}`);
  }
  await sendBroken(`{"formData":{"cardNumber":"${APPROVED}","cvv":"${CVV}"`, 'application/json');
  await sendBroken(`{"cardNumber":"${APPROVED}" "cvv":"${CVV}"}`, 'application/json');
  await sendBroken(`cardNumber=${APPROVED}&cvv=${CVV}`, 'application/x-www-form-urlencoded');
}

async function sendBroken(payload: string, type: string): Promise<void> {
  const headers = { cookie: buyer.cookie, 'content-type': type };
  const url = `/api/payments?cardNumber=${APPROVED}&cvv=${CVV}`;
  const { statusCode: status, body } = await app.inject({ method: 'POST', url, headers, payload });
  answers.push({ status, body });
}

async function writeMails(): Promise<void> {
  const from = { name: 'CarQuay', address: 'hello@carquay.example' };
  const stop = startMailWorker({
    pool,
    deliver: fileDelivery(join(folder, 'mails'), from, app.log),
    makeAttachment: (attachment) => receiptForEmail(documentDeps(config, pool), attachment),
    log: app.log,
    messageIdHost: 'carquay.example',
    pollMs: 20,
  });
  await vi.waitUntil(async () => (await mails()).length >= 2, { timeout: 10_000 });
  await stop();
}

const mails = async () =>
  (await readdir(join(folder, 'mails')).catch(() => [])).filter((name) => name.endsWith('.txt'));

const PROCESS = /"pid":\d+/g;

/** Returns the card secrets in a text, in any notation. A CVV counts only as a separate word, because it is so short. */
function secretsIn(text: string): string[] {
  const found = [APPROVED, DECLINED, MISTYPED].filter((number) => {
    const spaced = number.replace(/\d{4}(?=\d)/g, '$& ');
    const hashes = ['md5', 'sha1', 'sha256'].map((kind) => createHash(kind).update(number).digest('hex'));
    const encoded = Buffer.from(number).toString('base64').slice(0, 20);
    return [number, spaced, spaced.replaceAll(' ', '-'), encoded, ...hashes].some((spelling) =>
      text.includes(spelling),
    );
  });
  const alone = new RegExp(`(?<![\\w.])${CVV}(?!\\w)`);
  return alone.test(text.replace(PROCESS, '')) ? [...found, 'CVV'] : found;
}

test('secretsIn finds card numbers and separate CVVs, and ignores longer digit strings', () => {
  expect(secretsIn(`{"n":"${APPROVED}"}`)).toEqual([APPROVED]);
  expect(secretsIn('4000 0000 0000 0002')).toEqual([DECLINED]);
  expect(secretsIn(`{"cvv":"${CVV}"}`)).toEqual(['CVV']);
  expect(secretsIn(`5100 ${CVV}0 12:00:00.${CVV} {"pid":${CVV}}`)).toEqual([]);
});

test('every payment scenario returned its expected status', () => {
  const bought = [200, 200, 200, 200, 200];
  const refused = [400, 400, 400, 404];
  expect(answers.map(({ status }) => status)).toEqual([...bought, 402, 200, ...refused, 500, 500, 202, 400, 400, 415]);
});

test('no response contains a card number or CVV', () => {
  expect(secretsIn(JSON.stringify(answers))).toEqual([]);
});

test('the log contains no card number or CVV at trace level', () => {
  expect(lines.filter((line) => line.includes('"err"')).length).toBeGreaterThanOrEqual(2);
  expect(secretsIn(lines.join(''))).toEqual([]);
});

test('no table contains a card number or CVV', async () => {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  expect(tables.length).toBeGreaterThan(30);
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(`select r::text as row from ${name} as r`);
    expect(secretsIn(rows.map(({ row }) => row).join('\n')), name).toEqual([]);
  }
});

test('no email, receipt or other file contains a card number or CVV', async () => {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  expect(files.map(({ name }) => name).filter((name) => /\.(txt|html|pdf)$/.test(name)).length).toBeGreaterThan(4);
  for (const { parentPath, name } of files) {
    const content = await readFile(join(parentPath, name));
    const text = name.endsWith('.pdf') ? (await pdfPages(content)).join('\n') : content.toString('latin1');
    expect(secretsIn(text), name).toEqual([]);
  }
});
