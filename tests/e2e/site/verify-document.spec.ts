import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import pg from 'pg';
import { readTrailer, toFragment } from '#features/site/issued-documents/model/signature-encoding.ts';
import { runningBelow } from '#lib/server/database/embedded/embedded-postgres.ts';
import { expectNoSideways, expectShown, open, ready, test } from '../../support/journeys/journey.ts';
import { addCar, currentUser } from '../../support/journeys/journey-cars.ts';
import { newAccount } from '../../support/journeys/journey-login.ts';
import { bookingAmount, CARD, newTransaction, totalOf } from '../../support/payments/paying.ts';

test.use({ serviceWorkers: 'allow' });

type Receipt = { code: string; pdf: Buffer; fragment: string };

/** Buys a car through the API and downloads its receipt. */
async function buyReceipt(page: Page): Promise<Receipt> {
  const { id, price } = await addCar(page, 'Sell', 9_000);
  await newAccount(page);
  const { request } = page;
  const ids = { user_id: await currentUser(page), listing_id: id, transaction_id: newTransaction() };
  const amount = bookingAmount(price);
  await request.post('/api/payments', { data: { ...ids, amount, payment_method: 'credit_card', formData: CARD } });
  await request.put(`/api/api/listings/listings/${id}`, { data: { listing_status: 'sold' } });
  const totals = { total_price: totalOf(price), paid_price: amount };
  const { booking_id: booking } = await (await request.post('/api/booking', { data: { ...ids, ...totals } })).json();
  const pdf = await (await request.get(`/api/my-bookings/${booking}/receipt`)).body();
  const code = readTrailer(pdf)?.code ?? '';
  return { code, pdf, fragment: await fragmentOf(code) };
}

/** Content of a document's QR code. */
async function fragmentOf(code: string): Promise<string> {
  const database = runningBelow(join(process.env.DATA_DIR ?? '', 'postgres'));
  const client = new pg.Client({ connectionString: database?.url ?? '' });
  await client.connect();
  const { rows } = await client.query('select signed, signature from issued_documents where code = $1', [code]);
  await client.end();
  return toFragment(rows[0].signed, rows[0].signature);
}

const choose = (page: Page, buffer: Buffer) =>
  page.getByLabel('Choose PDF').setInputFiles({ name: 'receipt.pdf', mimeType: 'application/pdf', buffer });

/** The file with another digit in the middle. */
function changed(pdf: Buffer): Buffer {
  const copy = Buffer.from(pdf);
  copy[Math.floor(pdf.length / 2)]! ^= 1;
  return copy;
}

test('a receipt is verified by its code, its file and its QR code, also without a connection', {
  tag: '@once',
}, async ({ page, context }) => {
  test.slow();
  const { code, pdf, fragment } = await buyReceipt(page);
  await open(page, '/verify');
  await page.getByLabel('Code', { exact: true }).fill(`${code.slice(0, 5)}-${code.slice(5)}`.toLowerCase());
  await page.getByRole('button', { name: 'Check code' }).click();
  await expect(page).toHaveURL(`/verify/${code}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Verify R-\d{4}-\d{6}$/);
  await expect(page.getByText('Issued and signed by CarQuay, and still valid.')).toBeVisible();
  await expect(page.getByText(/^2023 Voyah Free \d+$/)).toBeVisible();
  await expect(page.getByText('C. W.')).toBeVisible();
  await expectNoSideways(page);

  await choose(page, pdf);
  await expect(page.getByText(/^This is R-\d{4}-\d{6} exactly as we issued it\.$/)).toBeVisible();
  await choose(page, changed(pdf));
  await expect(page.getByText('This file was changed or re-saved. Compare these signed figures')).toBeVisible();
  await choose(page, Buffer.from('%PDF-1.4 of somebody else'));
  await expect(page.getByText('We did not issue this file.')).toBeVisible();
  await expectShown(page);

  await open(page, `/v/${code}#${fragment}`);
  await expect(page).toHaveURL(`/verify/${code}#${fragment}`);
  await expect(page.getByText('The signature in the QR code is valid')).toBeVisible();
  const [signed = '', signature] = fragment.split('.');
  const forged = Buffer.from(signed, 'base64url').toString().replace(/"R-/, '"X-');
  await open(page, `/verify#${Buffer.from(forged).toString('base64url')}.${signature}`);
  await page.reload();
  await expect(page.getByText('We did not sign the figures in this QR code.')).toBeVisible();
  await open(page, '/verify/0000000000');
  await expect(page.getByText('We issued no document with this code.')).toBeVisible();

  await open(page, '/verify');
  const isStored = () =>
    page.evaluate(async () => (await (await caches.open('document-verification')).keys()).length === 2);
  await expect.poll(isStored, { timeout: 20_000 }).toBe(true);
  await context.setOffline(true);
  await page.goto(`/v/${code}#${fragment}`);
  await ready(page);
  await expect(page).toHaveURL(`/verify#${fragment}`);
  await expect(page.getByText(/The signature in the QR code is valid, by the list of keys of .* UTC/)).toBeVisible();
  await expect(page.getByText(/^2023 Voyah Free \d+$/)).toBeVisible();
  await choose(page, pdf);
  await expect(page.getByText(/The signature of this file is valid/)).toBeVisible();
  await choose(page, changed(pdf));
  await expect(page.getByText('This file is not as we issued it, or not ours.')).toBeVisible();
});
