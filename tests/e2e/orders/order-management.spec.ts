import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectNoSideways, expectShown, open, test } from '../../support/journeys/journey.ts';
import { addCar, currentUser } from '../../support/journeys/journey-cars.ts';
import { newAccount } from '../../support/journeys/journey-login.ts';
import { payBalance, withoutSteps } from '../../support/journeys/journey-orders.ts';
import { newTransaction } from '../../support/payments/paying.ts';

/** Runs if the text is interpreted as markup or a script. */
const PAYLOAD = `</script><img src=x onerror="window.ran='img'">"'\${window.ran='js'}{{ran}}`;
const PRICE = 20_000;
const PAID = 5_475;

type Bought = { id: number; car: number; transaction: string; payment: number };

/** Books a new car as a new buyer. The page stays logged in as an administrator. */
async function bookedCar(page: Page): Promise<Bought> {
  const { id: car } = await addCar(page, 'Sell', PRICE);
  const { email } = await newAccount(page);
  const user = await currentUser(page);
  const transaction = newTransaction();
  const formData = { cardNumber: '4242424242424242', expiryDate: '12/39', cvv: '123', name: 'Amina Otieno', email };
  const call = { user_id: user, listing_id: car, transaction_id: transaction };
  const paid = await page.request.post('/api/payments', {
    data: { ...call, amount: PAID, payment_method: 'credit_card', formData },
  });
  if (!paid.ok()) throw new Error(`paying for the car failed: ${await paid.text()}`);
  await expect
    .poll(async () => (await (await page.request.get(`/api/my-payments/${transaction}`)).json()).progress)
    .toBe('authorised');
  await page.request.put(`/api/listings/listings/${car}`, { data: { listing_status: 'sold' } });
  const data = { ...call, total_price: 4 * PAID, paid_price: PAID };
  const booking = await (await page.request.post('/api/booking', { data })).json();
  return { id: booking.booking_id, car, transaction, payment: booking.payment_id };
}

const toast = (page: Page, text: string | RegExp) =>
  expect(page.getByRole('alert').filter({ hasText: text }).first()).toBeVisible();
const panel = (page: Page, name: string) => page.getByRole('dialog', { name });

test('a partial refund needs a reason, frees the car and is shown with its payment', { tag: '@once' }, async ({
  page,
}) => {
  const { id, car, transaction } = await bookedCar(page);
  await open(page, `/BookingManagement?search=${transaction}`);
  await page.getByRole('link', { name: `View booking ${id}` }).click();
  const details = panel(page, 'Booking Details');
  await expect(details).toContainText('$5,475.00 captured');
  await expectAccessible(page);
  await details.getByRole('button', { name: 'Refund' }).click();
  const dialog = panel(page, `Refund ${transaction}`);
  await dialog.getByLabel('Amount').fill('5475.01');
  await dialog.getByRole('button', { name: 'Refund' }).click();
  await expect(dialog).toContainText('no more than was paid');
  await expect(dialog).toContainText('Please give a reason');
  await dialog.getByLabel('Amount').fill('100.25');
  await dialog.getByLabel('Kept if this ends a booking').fill('5374.75');
  await dialog.getByLabel('Reason').fill(PAYLOAD);
  await dialog.getByRole('button', { name: 'Refund' }).click();
  await toast(page, 'The refund is on its way.');
  await expect(details).toContainText('cancelled');
  await expect(details).toContainText('Refund of $100.25 requested by an administrator: </script>');
  await expect(details).toContainText('$100.25 refunded');
  await expect(details.getByRole('button')).toHaveCount(1);
  expect((await (await page.request.get(`/api/listings/${car}`)).json()).listing_status).toBe('active');

  await open(page, `/PaymentManagement?search=${transaction}`);
  await expect(page.getByRole('row').filter({ hasText: transaction })).toContainText('refunded');
  await page.getByRole('link', { name: `View transaction ${transaction}` }).click();
  await expect(panel(page, 'Transaction Details')).toContainText('{{ran}}');
  await expectAccessible(page);
  await expectNoSideways(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: `Delete transaction ${transaction}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await toast(page, 'Transaction deleted successfully');
  await expect(page.getByText('No transactions found matching the filters')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('row').filter({ hasText: transaction })).toBeVisible();
  expect(await page.evaluate(() => (window as { ran?: string }).ran)).toBeUndefined();
});

test('a booking edit conflict is explained and reloaded; a completed booking can be deleted and restored', {
  tag: '@once',
}, async ({ page }) => {
  const { id, transaction } = await bookedCar(page);
  await payBalance(page.request, id);
  await withoutSteps(page.request, id);
  await open(page, `/BookingManagement?search=${transaction}&edit=${id}`);
  const form = panel(page, 'Edit Booking');
  await expect(form.getByLabel('Transaction ID')).toHaveValue(transaction);
  await expect(form.getByLabel('Paid price')).toHaveJSProperty('readOnly', true);
  await expectAccessible(page);
  await expectNoSideways(page);
  const seen = await (await page.request.get(`/api/booking/${id}`)).json();
  const done = await page.request.put(`/api/booking/${id}`, { data: { ...seen, booking_status: 'completed' } });
  expect(done.ok()).toBe(true);
  await form.getByLabel('Booking status').selectOption('cancelled');
  await form.getByRole('button', { name: 'Save' }).click();
  const tick = form.getByLabel('$21,900.00 will be refunded to the buyer.');
  await expect(tick).toBeFocused();
  await expect(tick).toHaveAccessibleDescription('Check this box to refund the payment');
  await tick.check();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Someone else has changed this since')).toBeVisible();
  await form.getByRole('button', { name: 'Reload latest' }).click();
  await expect(form.getByText('Someone else has changed this since')).toHaveCount(0);
  await form.getByLabel('Booking status').selectOption('completed');
  await form.getByRole('button', { name: 'Save' }).click();
  await toast(page, 'Listing updated successfully!');
  await expect(form).toBeHidden();
  await page.getByRole('button', { name: `Delete booking ${id}` }).click();
  await expect(page.getByText('Are you sure you want to delete this listing?')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await toast(page, 'Listing deleted successfully');
  await expect(page.getByText('No bookings found matching the filters')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('link', { name: `Edit booking ${id}` })).toBeVisible();
});

test('Complete and Cancel ask for confirmation, and an active booking cannot be deleted', { tag: '@once' }, async ({
  page,
}) => {
  const first = await bookedCar(page);
  await open(page, `/BookingManagement?search=${first.transaction}`);
  await page.getByRole('button', { name: `Delete booking ${first.id}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await toast(page, 'Failed to delete listing: This booking is still active. Cancel or complete it first.');
  await payBalance(page.request, first.id);
  await withoutSteps(page.request, first.id);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: `View booking ${first.id}` }).click();
  await panel(page, 'Booking Details').getByRole('button', { name: 'Complete' }).click();
  await panel(page, `Complete booking ${first.id}`).getByRole('button', { name: 'Complete' }).click();
  await toast(page, 'Listing updated successfully!');
  await expect(panel(page, 'Booking Details')).toContainText('completed');

  const second = await bookedCar(page);
  const { order_id: order } = await (await page.request.get(`/api/booking/${second.id}`)).json();
  await open(page, `/Orders?queue=cancelled&view=${order}`);
  const details = page.getByRole('dialog', { name: /^Order CQ-/ });
  await details.getByRole('button', { name: 'Cancel booking' }).click();
  const dialog = panel(page, `Cancel booking ${second.id}`);
  await expect(dialog).toContainText('$5,475.00 is refunded');
  await dialog.getByLabel('Reason').fill('Damaged in port.');
  await dialog.getByRole('button', { name: 'Cancel booking' }).click();
  await expect(details).toContainText('Canceled');
  await expect(details).toContainText('Damaged in port.');
  await expect(details).toContainText('By Administrator');
  await expect(page.getByRole('row').filter({ hasText: 'Canceled' }).first()).toBeVisible();
  await details.locator(`a[href="/BookingManagement?view=${second.id}"]`).click();
  await expect(panel(page, 'Booking Details')).toContainText('$5,475.00 refunded');
});

test('bookings are filtered by the URL, failures show the specified messages, and the dashboard shows the payment in charts and lists', {
  tag: '@once',
}, async ({ page }) => {
  const { transaction } = await bookedCar(page);
  await open(page, '/BookingManagement');
  await expectAccessible(page);
  await expectNoSideways(page);
  const show = page.getByRole('button', { name: 'Show Filters' });
  if (await show.isVisible()) await show.click();
  await page.getByLabel('Due amount').selectOption('partial');
  await expect(page).toHaveURL(/due=partial/);
  await expect(page.getByRole('link', { name: 'Download CSV' })).toHaveAttribute('href', /csv\?due=partial$/);
  await page.getByLabel('Booking status').selectOption('pending');
  await page.getByLabel('Search').fill('TR0');
  await expect(page.getByText('No bookings found matching the filters')).toBeVisible();
  await page.getByRole('link', { name: 'Reset Filters' }).click();
  await expect(page.getByRole('table')).toBeVisible();
  await page.getByRole('button', { name: 'Add Listing' }).click();
  await expect(panel(page, 'Add New Car Listing')).toBeVisible();
  await open(page, '/BookingManagement?edit=nonsense');
  await toast(page, 'Cannot edit listing: Invalid listing data');
  await open(page, '/BookingManagement?view=nonsense');
  await toast(page, 'Cannot view listing: Invalid listing data');
  await open(page, '/BookingManagement?edit=999999999');
  await toast(page, 'Failed to fetch listing for editing: Booking not found.');
  await open(page, '/BookingManagement?view=999999999');
  await toast(page, 'Failed to fetch listing details: Booking not found.');
  await page.route('**/api/booking?*', (route) => route.fulfill({ status: 503, json: { message: 'Too busy.' } }));
  await page.keyboard.press('Escape');
  if (await show.isVisible()) await show.click();
  await page.getByLabel('Payment status').selectOption('paid');
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to fetch listings: Too busy.' })).toBeVisible();
  await page.unroute('**/api/booking?*');

  const chart = page.getByRole('figure').filter({ hasText: 'Revenue Graph' });
  // The figures are recalculated at most twice a minute.
  await expect(async () => {
    await open(page, '/AdminDashboard');
    await expect(chart).not.toContainText('Sample data', { timeout: 1_000 });
  }).toPass({ timeout: 40_000 });
  await expect(page.getByRole('figure').filter({ hasText: 'Activity Chart' })).toContainText('Sign-ups');
  await chart.getByText('Show as table').click();
  await expect(chart.getByRole('row')).toHaveCount(13);
  await expect(page.getByRole('region', { name: 'Recent Transactions' })).toContainText(transaction);
  await expect(page.getByRole('region', { name: 'New Listings Table' }).getByRole('link')).toHaveCount(5);
  await expectShown(page);
  await page.getByRole('link', { name: 'Generate Report' }).click();
  await expect(page).toHaveURL('/ReportDesign');
});
