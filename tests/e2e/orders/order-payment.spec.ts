import { expect } from '@playwright/test';
import { expectShown, open, test } from '../../support/journeys/journey.ts';
import { addCar, currentUser } from '../../support/journeys/journey-cars.ts';
import { newAccount } from '../../support/journeys/journey-login.ts';
import { acceptContract } from '../../support/journeys/journey-orders.ts';
import { newTransaction } from '../../support/payments/paying.ts';

const PRICE = 20_000;
const PAID = 5_475;

test('the dashboard leads to an order, whose balance is paid', { tag: '@once' }, async ({ page }) => {
  const { id: car } = await addCar(page, 'Sell', PRICE);
  const { email } = await newAccount(page);
  const call = { user_id: await currentUser(page), listing_id: car, transaction_id: newTransaction() };
  const formData = { upiId: 'amina@bank', email };
  await page.request.post('/api/payments', { data: { ...call, amount: PAID, payment_method: 'upi', formData } });
  await page.request.put(`/api/listings/listings/${car}`, { data: { listing_status: 'sold' } });
  const booked = await page.request.post('/api/booking', {
    data: { ...call, total_price: 4 * PAID, paid_price: PAID },
  });
  expect(booked.ok(), await booked.text()).toBe(true);

  await acceptContract(page.request, (await booked.json()).order_id);
  await open(page, '/Dashboard');
  await page.getByRole('link', { name: /^Pay \$16,425 for / }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/Order CQ-\d{6}/);
  await expect(page.getByRole('region', { name: 'What to do next' })).toContainText('we cancel the order');
  await expectShown(page);

  await page.getByRole('link', { name: 'Pay $16,425' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Pay for order');
  await expectShown(page);
  await page.getByRole('radio', { name: 'UPI' }).check();
  await page.getByLabel('UPI ID').fill('amina@bank');
  await page.getByRole('button', { name: 'Confirm Payment' }).click();
  await expect(page.getByRole('region', { name: 'What to do next' })).toContainText('Everything is paid');
  const plan = page.getByRole('region', { name: 'Payment plan' });
  await expect(plan.getByRole('listitem').filter({ hasText: 'Balance' })).toContainText('Paid');
  await page.reload();
  await expect(plan).toContainText('$21,900');

  await open(page, '/Dashboard');
  await expect(page.getByRole('heading', { name: 'To do' })).toHaveCount(0);
  await page.goto(`${page.url().replace(/\/Dashboard.*/, '')}/my-orders/999999`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order not found');
});
