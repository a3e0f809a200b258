import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import type { OrderResponse } from '#features/orders/orders/model/order-contract.ts';
import { expectNarrowFits, expectShown, open, test } from '../../support/journeys/journey.ts';
import { addCar } from '../../support/journeys/journey-cars.ts';
import { withDatabase } from '../../support/journeys/journey-database.ts';
import { signInFinance } from '../../support/journeys/journey-finance.ts';
import { acceptContract, confirmSoon, readyForHandover } from '../../support/journeys/journey-orders.ts';
import { confirmedAccount, holdByCall, transferArrives } from '../../support/journeys/journey-transfers.ts';
import { addPayoutAccount } from '../../support/payments/payout-account.ts';

const PRICE = 30_000;
const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
const next = (page: Page) => page.getByRole('region', { name: 'What to do next' });

test('a sale by transfer, from the pro-forma invoice to the payout of the seller', { tag: '@once' }, async ({
  page,
  browser,
}) => {
  test.slow();
  const { id: car, seller, login: sellerLogin } = await addCar(page, 'Sell', PRICE);
  const holder = `Seller ${randomUUID().slice(0, 8)}`;
  await withDatabase((pool) => addPayoutAccount(pool, seller, { holder }));
  const buyer = await confirmedAccount(page);
  const { id, number } = await holdByCall(page, [car], 8_175);
  const order = async (): Promise<OrderResponse> => (await page.request.get(`/api/orders/${id}`)).json();
  await open(page, `/my-orders/${id}`);
  await expect(next(page)).toContainText('Transfer $8,175.00 to book the car');
  await expect(next(page).getByRole('link', { name: /^Pro-forma invoice PF-/ })).toBeVisible();

  const slips = page.getByRole('region', { name: 'Slip of your transfer' });
  await slips.locator('input[type=file]').setInputFiles({ name: 'slip.pdf', mimeType: 'application/pdf', buffer: PDF });
  await expect(slips).toContainText('Slip received. The car stays held');
  await expect(next(page)).toContainText('Transfer $8,175.00');
  await expectShown(page);

  await transferArrives(page, await order());
  await acceptContract(page.request, id);
  await page.request.post('/api/login', { data: sellerLogin });
  await acceptContract(page.request, id);
  await page.request.post('/api/login', { data: buyer });

  await transferArrives(page, await order());

  // A worker confirms the booking and issues the invoice.
  await confirmSoon(id);
  const status = async () => (await (await page.request.get('/api/my-bookings')).json()).items[0].booking_status;
  await expect.poll(status, { timeout: 60_000 }).toBe('confirmed');
  await readyForHandover(id);
  await open(page, `/Orders?view=${id}`);
  const panel = page.getByRole('dialog', { name: /^Order CQ-/ });
  await expect(panel).toContainText('Slips from the buyer');
  const completed = await page.request.post(`/api/admin/orders/${id}/complete`, { data: {} });
  expect(completed.ok(), await completed.text()).toBe(true);
  const kinds = async () => (await order()).documents.map(({ kind }) => kind);
  await expect.poll(kinds, { timeout: 60_000 }).toContain('invoice');
  await open(page, `/my-orders/${id}`);
  await expect(page.getByRole('link', { name: /^Invoice / }).first()).toBeVisible();

  await signInFinance(page);
  await open(page, '/Payouts');
  const due = page.getByRole('listitem').filter({ has: page.locator(`input[name=seller][value="${seller}"]`) });
  await expect(due).toContainText('$28,500.00 later: buyers can still open claims');
  await expectShown(page);
  await expectNarrowFits(page);
  await due.getByRole('button', { name: 'Propose early payout' }).click();
  const payout = page.getByRole('listitem').filter({ hasText: holder });
  await expect(payout.getByRole('link')).toBeVisible();
  await expect(payout.getByRole('button', { name: 'I have transferred it' })).toHaveCount(0);

  const second = await (await browser.newContext({ viewport: page.viewportSize() })).newPage();
  await signInFinance(second);
  await open(second, '/Approvals');
  await expectShown(second);
  await expectNarrowFits(second);
  const proposal = second.getByRole('listitem').filter({ hasText: holder });
  await proposal.getByRole('button', { name: 'Approve' }).click();
  await expect(proposal).toContainText('Approved by');
  await second.context().close();

  await open(page, '/Payouts');
  await payout.getByRole('button', { name: 'I have transferred it' }).click();
  await expect(payout).toContainText('On its way');

  await open(page, '/Books');
  await expect(page.getByRole('region', { name: 'Owed to us' })).not.toContainText(number);
  await expect(page.getByRole('region', { name: 'Owed to buyers and sellers' })).not.toContainText(number);
  const sold = await (await page.request.get(`/api/admin/orders/${id}`)).json();
  expect([sold.life, sold.money.open_cents, sold.money.overpaid_cents]).toEqual(['completed', 0, 0]);
});
