import { expect } from '@playwright/test';
import { expectShown, open, test } from '../../support/journeys/journey.ts';
import { addCar } from '../../support/journeys/journey-cars.ts';
import { withDatabase } from '../../support/journeys/journey-database.ts';
import { signInFinance } from '../../support/journeys/journey-finance.ts';
import { newAccount } from '../../support/journeys/journey-login.ts';
import { acceptContract, bookByUpi, bookCar } from '../../support/journeys/journey-orders.ts';

const PRICE = 20_000;

test('the dashboard leads to an order, whose balance is paid', { tag: '@once' }, async ({ page }) => {
  const { id: car } = await addCar(page, 'Sell', PRICE);
  const { email } = await newAccount(page);
  await acceptContract(page.request, await bookByUpi(page, car, PRICE, email));
  await open(page, '/Dashboard');
  await page.getByRole('link', { name: /^Pay \$16,425 for / }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/Order CQ-\d{6}/);
  await expect(page.getByRole('region', { name: 'What to do next' })).toContainText('we cancel the order');
  await expectShown(page);

  await page.getByRole('link', { name: 'Pay $16,425' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Pay for order');
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

test('finance enters a transport rate, and a buyer has the car shipped by it', {
  tag: '@once',
}, async ({ page, browser }) => {
  const office = await (await browser.newContext()).newPage();
  await signInFinance(office);
  await open(office, '/OrderTerms');
  const rate = office.getByRole('group', { name: 'Rate 1' });
  await rate.getByLabel('Country of the buyer').selectOption('AE');
  await rate.getByLabel('Port code').fill('AEJEA');
  await rate.getByLabel('Freight, $').fill('1,900');
  await rate.getByLabel('Insurance, %').fill('0.6');
  await rate.getByLabel('Inspection, $').fill('150');
  await office.getByRole('button', { name: 'Save the rates' }).click();
  await expect(rate.getByText('Enter an amount such as 1500.00.')).toBeVisible();
  await rate.getByLabel('Freight, $').fill('1900');
  await office.getByRole('button', { name: 'Save the rates' }).click();
  await expect(office.getByRole('alert').filter({ hasText: 'The transport rates were saved.' })).toBeVisible();

  const { order } = await bookCar(page, 'Sell', 20_000);
  await open(page, `/my-orders/${order}`);
  const shipping = page.getByRole('region', { name: 'Shipping' });
  await expect(shipping).toContainText('FOB: aboard in China');
  await expect(shipping).toContainText('name the consignee first');
  await sendTo(order, 'AE');
  await open(page, `/my-orders/${order}`);
  await shipping.getByRole('link', { name: 'Have us ship it' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Shipping of order CQ-');
  await expectShown(page);
  const cif = page.getByRole('radio', { name: /^CIF Jebel Ali/ });
  await expect(page.getByRole('radio', { name: /^FOB/ })).toBeChecked();
  await cif.focus();
  await page.keyboard.press('Space');
  await page.getByLabel('Inspection before the export: + $150.00').check();
  await page.getByRole('button', { name: 'Choose', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/my-orders/${order}$`));
  await expect(shipping).toContainText('CIF Jebel Ali');
  const plan = page.getByRole('region', { name: 'Payment plan' });
  await expect(plan.getByRole('listitem').filter({ hasText: 'Shipping' })).toContainText('$2,195.50');
});

/** Names a consignee in a country, like its form. */
async function sendTo(order: number, country: string): Promise<void> {
  await withDatabase((pool) =>
    pool.query(
      `insert into consignees (order_id, name, address, id_number, country, phone, notify_party, is_locked, made_at, effective_at, applied_at)
       values ($1, 'Amina Otieno', 'Jebel Ali', '', $2, '+971500000000', '', false, now(), now(), now())`,
      [order, country],
    ),
  );
}
