import { expect } from '@playwright/test';
import { expectShown, open, test } from '../../support/journeys/journey.ts';
import { addCar, addCarOf } from '../../support/journeys/journey-cars.ts';
import { confirmedAccount, holdByCall, newAddress, transferArrives } from '../../support/journeys/journey-transfers.ts';

const ORDER = /\/my-orders\/(\d+)$/;

test('a trader orders cars of one seller together, and one deposit books them all', { tag: '@once' }, async ({
  page,
}) => {
  const { id: first, seller } = await addCar(page, 'Sell', 20_000);
  const second = await addCarOf(page, seller, 'Sell', 10_000);
  const { id: stranger } = await addCar(page, 'Sell', 15_000);
  await confirmedAccount(page);
  await open(page, `/compare?cars=${first},${second},${stranger}`);
  const together = page.getByRole('region', { name: 'Order these cars together' });
  await expect(together).toContainText('sells 2 of these cars');
  await together.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order 2 cars by bank transfer');
  const cars = page.getByRole('region', { name: 'Cars in this order' });
  await expect(cars.getByRole('listitem')).toHaveCount(2);
  await expect(cars).toContainText('$33,000');
  await expectShown(page);
  await page.getByLabel('Your name or company').fill('Otieno Motors Ltd');
  await page.getByLabel('Address', { exact: true }).fill(newAddress());
  await page.getByLabel('Country').selectOption('KE');
  await page.getByLabel('I have read this and agree').check();
  await page.getByRole('button', { name: 'Hold 2 cars' }).click();
  await expect(page).toHaveURL(ORDER);
  await expect(page.getByRole('region', { name: 'What to do next' })).toContainText(
    'Transfer $8,250.00 to book 2 cars',
  );
  const id = ORDER.exec(page.url())?.[1];
  await transferArrives(page, await (await page.request.get(`/api/orders/${id}`)).json());
  await open(page, `/my-orders/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Booked');
  await open(page, '/Dashboard');
  await expect(page.getByText('One of 2 cars in this order.').first()).toBeVisible();
  await page
    .getByRole('button', { name: /^Cancel/ })
    .first()
    .click();
  await expect(page.getByRole('dialog')).toContainText('This cancels the whole order.');
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(2);
  await expect(page.getByRole('dialog')).toContainText('Cancel and get $8,250 back');
});

test('a buyer chooses several cars on the page of their seller', { tag: '@once' }, async ({ page }) => {
  const { id: first, seller } = await addCar(page, 'Sell', 20_000);
  const second = await addCarOf(page, seller, 'Sell', 10_000);
  await addCarOf(page, seller, 'Sell', 15_000);
  await open(page, `/sellers/${seller}`);
  await page.getByText('Order several of these cars together').click();
  const choice = page.getByRole('group', { name: /^Choose two or more cars/ });
  await expect(choice.getByRole('checkbox')).toHaveCount(3);
  await choice.getByText('$20,000').click();
  await expect(choice).toContainText('Choose at least two cars.');
  await choice.getByText('$10,000').click();
  await expectShown(page);
  const link = choice.getByRole('link', { name: 'Order 2 cars together' });
  const ids = [first, second].sort((one, other) => Number(one) - Number(other));
  expect(await link.getAttribute('href')).toMatch(new RegExp(`/(${ids[0]}.*=${ids[1]}|${ids[1]}.*=${ids[0]})$`));
  await choice.getByText('$10,000').click();
  await expect(link).toBeHidden();
});

test('a buyer takes one car out of an order that waits for its transfer', { tag: '@once' }, async ({ page }) => {
  const { id: first, seller } = await addCar(page, 'Sell', 20_000);
  const second = await addCarOf(page, seller, 'Sell', 10_000);
  await confirmedAccount(page);
  const { id } = await holdByCall(page, [first, second], 8_250);
  await open(page, `/my-orders/${id}`);
  const next = page.getByRole('region', { name: 'What to do next' });
  await next.getByText('Take one car out of the order').click();
  await next.getByLabel('Car to take out').selectOption(String(first));
  await expectShown(page);
  await next.getByRole('button', { name: 'Take this car out' }).click();
  await expect(next).toContainText('Transfer $2,775.00');
  await expect(next.getByText('Take one car out of the order')).toBeHidden();
  await expect(next.getByRole('link', { name: /pro-forma/i })).toHaveCount(1);
});
