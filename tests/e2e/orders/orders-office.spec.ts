import { expect, type Page } from '@playwright/test';
import { expectShown, open, test } from '../../support/journeys/journey.ts';
import { bookCar, readyForHandover } from '../../support/journeys/journey-orders.ts';

const panel = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const toast = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text }).first();

test('staff find an order by email, are refused to complete it, take the rest in cash and complete it', {
  tag: '@once',
}, async ({ page }) => {
  const { order, booking, transaction, email } = await bookCar(page, 'Sell', 5_000);
  await open(page, `/Orders?search=${encodeURIComponent(email)}`);
  const row = page.getByRole('row').filter({ hasText: email });
  await expect(row).toContainText('$1,425.00');
  await expect(row).toContainText('$4,275.00');
  await expect(row).toContainText('Due in 7 days');
  await expect(page.getByRole('navigation', { name: 'Queues' })).toContainText(/Waiting for payment\s*\d/);

  await row.getByRole('link', { name: /^View Order CQ-/ }).click();
  const details = panel(page, /^Order CQ-/);
  await expect(details).toContainText('The deposit was captured.');
  await expect(details).toContainText('By Chen Wei');
  await expectShown(page);
  await expect(details).toContainText('$4,275.00 of this order is still unpaid');
  await expect(details.getByRole('button', { name: 'Complete order' })).toHaveCount(0);

  await details.getByRole('button', { name: 'Record payment taken in person' }).click();
  const taking = panel(page, 'Payment taken in person');
  await expect(taking.getByLabel('Amount')).toHaveValue('4275.00');
  await taking.getByLabel('Amount').fill('4275.01');
  await taking.getByRole('button', { name: 'Record payment' }).click();
  await expect(taking).toContainText('no more than is open');
  await expectShown(page);
  await taking.getByLabel('Amount').fill('4275');
  await taking.getByLabel('How it was paid').selectOption('card');
  await taking.getByLabel('Note').fill('Slip 4711');
  await taking.getByRole('button', { name: 'Record payment' }).click();
  await expect(toast(page, 'Recorded: $4,275.00.')).toBeVisible();
  await expect(details).toContainText('Slip 4711');
  await expect(details).toContainText('Contract not accepted');
  await expect(details.getByRole('button', { name: 'Record payment taken in person' })).toHaveCount(0);

  await readyForHandover(order);
  await page.reload();
  await details.getByRole('button', { name: 'Complete order' }).click();
  const complete = panel(page, /^Complete order CQ-/);
  await complete.getByRole('button', { name: 'Complete order' }).click();
  await expect(toast(page, 'The order is complete.')).toBeVisible();
  await expect(details).toContainText('The booking was completed.');

  await details.getByRole('link', { name: transaction }).click();
  await panel(page, 'Transaction Details').locator(`a[href="/Orders?view=${order}"]`).click();
  await details.locator(`a[href="/BookingManagement?view=${booking}"]`).click();
  await expect(panel(page, 'Booking Details')).toContainText('completed');
});
