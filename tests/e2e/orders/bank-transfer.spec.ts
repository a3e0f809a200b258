import { expect, type Page } from '@playwright/test';
import type { OrderResponse } from '#features/orders/orders/model/order-contract.ts';
import { expectShown, open, test } from '../../support/journeys/journey.ts';
import { addCar } from '../../support/journeys/journey-cars.ts';
import { acceptContract } from '../../support/journeys/journey-orders.ts';
import { confirmedAccount, holdByCall, newAddress, transferArrives } from '../../support/journeys/journey-transfers.ts';

const PRICE = 20_000;
const ORDER = /\/my-orders\/(\d+)$/;
const next = (page: Page) => page.getByRole('region', { name: 'What to do next' });

async function holdCar(page: Page): Promise<OrderResponse> {
  const { id: car } = await addCar(page, 'Sell', PRICE);
  await confirmedAccount(page);
  await open(page, `/payment/${car}`);
  await page.getByRole('radio', { name: 'Bank transfer' }).check();
  await page.getByRole('link', { name: 'Hold the car and pay by bank transfer' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pay by bank transfer');
  await expect(page.getByText('Everything that arrived or still arrives is given back')).toBeVisible();
  await expect(page.getByText('we cancel the order, release the car and refund')).toBeVisible();
  await expectShown(page);
  await page.getByRole('button', { name: 'Hold the car' }).click();
  await expect(page.getByText('Accept the terms of the hold.')).toBeVisible();
  await expect(page.getByText('Enter street, place and postal code')).toBeVisible();
  await page.getByLabel('Your name or company').fill('Otieno Motors Ltd');
  await page.getByLabel('Address', { exact: true }).fill(newAddress());
  await page.getByLabel('Country').selectOption('KE');
  await page.getByLabel('I have read this and agree').check();
  await page.getByRole('button', { name: 'Hold the car' }).click();
  await expect(page).toHaveURL(ORDER);
  const id = ORDER.exec(page.url())?.[1];
  return (await page.request.get(`/api/orders/${id}`)).json();
}

test('a car is held for a transfer, whose pro-forma invoice verifies, and booked when the money arrives', {
  tag: '@once',
}, async ({ page }) => {
  const order = await holdCar(page);
  await expect(next(page)).toContainText('Transfer $5,475.00 to book the car');
  await expect(next(page)).toContainText(/\d days? \d+ hours? left|\d+ hours? \d+ minutes? left/);
  await expect(next(page)).toContainText('The car is held for you, not booked.');
  await expect(next(page)).toContainText('in the bank’s time zone');
  await expect(next(page)).toContainText(order.reference);
  await expect(next(page).getByRole('button', { name: 'Copy Payment reference' })).toBeVisible();

  const downloading = page.waitForEvent('download');
  await next(page)
    .getByRole('link', { name: /^Pro-forma invoice PF-/ })
    .click();
  const file = await (await downloading).path();
  await open(page, '/verify');
  await page.locator('input[type=file]').setInputFiles(file);
  await expect(page.getByText('Payment reference')).toBeVisible();
  await expect(page.getByText(order.reference)).toBeVisible();

  await transferArrives(page, order);
  await open(page, `/my-orders/${order.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Booked');
  const plan = page.getByRole('region', { name: 'Payment plan' });
  await expect(plan.getByRole('listitem').filter({ hasText: 'Deposit' })).toContainText('Paid');
  await acceptContract(page.request, order.id);
  await open(page, `/my-orders/${order.id}/pay`);
  await expect(page.getByRole('region', { name: 'Or pay by bank transfer' })).toContainText('$16,425.00');
  await expectShown(page);
});

test('a hold can be canceled', { tag: '@once' }, async ({ page }) => {
  const { id: car } = await addCar(page, 'Sell', PRICE);
  await confirmedAccount(page);
  const { id } = await holdByCall(page, [car], 5_475);
  await open(page, `/my-orders/${id}`);
  await next(page).getByText('Cancel the hold').first().click();
  await next(page).getByRole('button', { name: 'Cancel the hold' }).click();
  await expect(next(page)).toContainText('This order was canceled');
});
