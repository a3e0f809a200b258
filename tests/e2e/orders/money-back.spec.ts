import { expect, type Page } from '@playwright/test';
import { readConfig } from '#lib/server/config/config.ts';
import { openDatabase } from '../../../src/app/commands/open-database.ts';
import { expectAccessible, expectNoSideways, open, test } from '../../support/journeys/journey.ts';
import { addCar, currentUser } from '../../support/journeys/journey-cars.ts';
import { withDatabase } from '../../support/journeys/journey-database.ts';
import { signInAdminByCall } from '../../support/journeys/journey-login.ts';
import { bookCar } from '../../support/journeys/journey-orders.ts';
import { confirmedAccount, newAddress, transferArrives } from '../../support/journeys/journey-transfers.ts';
import { newTransaction } from '../../support/payments/paying.ts';
import { addPayoutAccount } from '../../support/payments/payout-account.ts';

const toast = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text }).first();
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const dayAfter = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Holds a car for a transfer as the buyer who is logged in, and returns the order. */
async function holdCar(page: Page, car: number, email: string) {
  const { version } = await (await page.request.get('/api/order-terms')).json();
  const placed = await page.request.post('/api/orders', {
    data: {
      listing_id: car,
      amount: 5_475,
      transaction_id: newTransaction(),
      payment_method: 'bank_transfer',
      email,
      buyer: { name: 'Chen Wei', address: newAddress(), country: 'KE' },
      accepted_terms: version,
    },
  });
  const { order } = await placed.json();
  if (!order) throw new Error(`the car was not held: ${await placed.text()}`);
  return order;
}

/** Ends the hold of an order, as the worker does when its time is over. */
async function lapse(orderId: number): Promise<void> {
  const { pool, close } = await openDatabase(readConfig(process.env));
  const left = async () =>
    (await pool.query("select 1 from orders where id = $1 and life = 'held'", [orderId])).rowCount;
  try {
    await pool.query("update order_holds set until = now() - interval '20 days' where order_id = $1", [orderId]);
    await pool.query(
      "update payments set expires_at = now() - interval '1 minute', due_at = now() where order_id = $1 and state = 'created'",
      [orderId],
    );
    await expect.poll(left, { timeout: 90_000 }).toBe(0);
  } finally {
    await close();
  }
}

test('staff record that cash was returned to a renter', { tag: '@once' }, async ({ page }) => {
  const { order } = await bookCar(page, 'Rent', 100, { start_date: dayAfter(0), end_date: dayAfter(1) });
  await open(page, `/Orders?view=${order}`);
  const details = dialog(page, /^Order CQ-/);
  await details.getByRole('button', { name: 'Record payment taken in person' }).click();
  await dialog(page, 'Payment taken in person').getByRole('button', { name: 'Record payment' }).click();
  await expect(toast(page, 'Recorded: $306.00.')).toBeVisible();
  await details.getByRole('button', { name: 'Cash returned' }).click();
  const returning = dialog(page, 'Cash returned');
  await expect(returning).toContainText('$306.00 was taken in person and not given back.');
  await returning.getByLabel('Amount').fill('106');
  await returning.getByLabel('Reason').fill('The renter paid twice.');
  await expectAccessible(page);
  await returning.getByRole('button', { name: 'Record return' }).click();
  await expect(toast(page, 'Recorded. The money is no longer held for the buyer.')).toBeVisible();
  await details.getByRole('button', { name: 'Cash returned' }).click();
  await expect(returning).toContainText('$200.00 was taken in person and not given back.');
});

test('finance records that the refund of a transfer was sent', { tag: '@once' }, async ({ page }) => {
  const { id: car } = await addCar(page, 'Sell', 20_000);
  const { email } = await confirmedAccount(page);
  const order = await holdCar(page, car, email);
  await page.request.post(`/api/orders/${order.id}/cancel-hold`, { data: {} });
  const buyer = await currentUser(page);
  await withDatabase((pool) => addPayoutAccount(pool, buyer));
  await transferArrives(page, order);
  const { payments } = await (await page.request.get(`/api/admin/orders/${order.id}`)).json();
  const paid = payments.find(({ state }: { state: string }) => state !== 'voided');
  await open(page, `/PaymentManagement?view=${paid.id}`);
  const details = dialog(page, 'Transaction Details');
  await expect(details).toContainText('DE89 3704 0044 0532 0130 00');
  await details.getByRole('button', { name: 'Refund sent' }).click();
  const sending = dialog(page, /^Refund of \$5,475.* sent$/);
  await sending.getByLabel('Reference of the bank').fill('OUT-77');
  await expectAccessible(page);
  await expectNoSideways(page);
  await sending.getByRole('button', { name: 'Refund sent' }).click();
  await expect(toast(page, 'The refund is recorded as sent.')).toBeVisible();
  await expect(details.getByRole('button', { name: 'Refund sent' })).toHaveCount(0);
});

test('staff restore the right to hold cars after two holds lapsed', { tag: '@once' }, async ({ page }) => {
  const cars = [await addCar(page, 'Sell', 20_000), await addCar(page, 'Sell', 20_000)];
  const { email } = await confirmedAccount(page);
  const user = await currentUser(page);
  for (const { id } of cars) await lapse((await holdCar(page, id, email)).id);
  await signInAdminByCall(page);
  await open(page, `/UserManagement?view=${user}`);
  await expect(page.getByText('2 holds of this user lapsed without a payment')).toBeVisible();
  await page.getByRole('button', { name: 'Restore the right to hold' }).click();
  const asking = dialog(page, /hold cars again$/);
  await asking.getByRole('button', { name: 'Restore the right to hold' }).click();
  await expect(asking).toContainText('Please give a reason');
  await asking.getByLabel('Reason').fill('The bank was on strike.');
  await expectAccessible(page);
  await asking.getByRole('button', { name: 'Restore the right to hold' }).click();
  await expect(toast(page, 'The user may hold cars for bank transfers again.')).toBeVisible();
  await expect(page.getByText('lapsed without a payment')).toHaveCount(0);
});
