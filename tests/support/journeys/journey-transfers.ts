import { randomInt, randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { OrderResponse } from '#features/orders/orders/model/order-contract.ts';
import { camtFile } from '../bookkeeping/camt-files.ts';
import { confirmStatement } from '../bookkeeping/confirm-statement.ts';
import { linkIn, mailTo } from '../mail/mail-files.ts';
import { newTransaction } from '../payments/paying.ts';
import { withDatabase } from './journey-database.ts';
import { newAccount, signInAdminByCall } from './journey-login.ts';

/** Creates an account with a confirmed email address and logs the page in. */
export async function confirmedAccount(page: Page): Promise<{ email: string; password: string }> {
  const person = await newAccount(page);
  const link = linkIn(await mailTo(person.email, 'Confirm your email address'));
  const token = new URL(link, 'http://here').searchParams.get('token');
  const confirmed = await page.request.post('/api/confirm-email', { data: { token } });
  if (!confirmed.ok()) throw new Error(`confirming the address failed: ${await confirmed.text()}`);
  return person;
}

/** Holds cars of one seller for a transfer as the buyer who is logged in, and returns the order. */
export async function holdByCall(page: Page, cars: number[], deposit: number): Promise<OrderResponse> {
  const { version } = await (await page.request.get('/api/order-terms')).json();
  const data = {
    listing_ids: cars,
    amount: deposit,
    transaction_id: newTransaction(),
    payment_method: 'bank_transfer',
    email: 'amina@buyers.example',
    buyer: { name: 'Otieno Motors Ltd', address: newAddress(), country: 'KE' },
    accepted_terms: version,
  };
  const placed = await page.request.post('/api/orders', { data });
  if (!placed.ok()) throw new Error(`holding failed: ${await placed.text()}`);
  return (await placed.json()).order;
}

/**
 * Imports a bank statement with the transfer of an order, which a second person confirms, and matches it like finance. The page is then also logged in
 * as administrator.
 */
export async function transferArrives(page: Page, { id, transfer, reference }: OrderResponse): Promise<void> {
  if (!transfer) throw new Error(`order ${id} takes no transfer`);
  await signInAdminByCall(page);
  const endToEnd = randomUUID().slice(0, 30);
  const amount = (transfer.amount_cents / 100).toFixed(2);
  const entry = { amount, text: `Car ${reference}`, name: 'Chen Wei', reference: endToEnd, endToEnd };
  const buffer = camtFile({ account: transfer.account, number: endToEnd.slice(0, 8), entries: [entry] });
  const file = { name: 'statement.xml', mimeType: 'application/xml', buffer };
  const imported = await page.request.post('/api/admin/statements', { multipart: { file } });
  if (!imported.ok()) throw new Error(`importing the statement failed: ${await imported.text()}`);
  const found = await page.request.get(`/api/admin/statements/lines?search=${endToEnd}`);
  const [line] = (await found.json()).items;
  await withDatabase((pool) => confirmStatement(pool, [line.id]));
  const data = { order_id: id, reason: 'A test.' };
  const matched = await page.request.post(`/api/admin/statements/lines/${line.id}/match`, { data });
  if (!matched.ok()) throw new Error(`matching the line failed: ${await matched.text()}`);
}

/** An address of no other journey, because new buyers of one address may hold few cars. */
export const newAddress = () => `${randomInt(1e9)} Moi Avenue\nMombasa 80100`;
