import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectNoSideways, expectShown, open, test } from '../../support/journeys/journey.ts';
import { addCar } from '../../support/journeys/journey-cars.ts';
import { newAccount } from '../../support/journeys/journey-login.ts';
import { bookByUpi } from '../../support/journeys/journey-orders.ts';
import { linkIn, mailTo } from '../../support/mail/mail-files.ts';

const PRICE = 20_000;
const part = (page: Page) => page.getByRole('region', { name: 'Who receives the car' });

async function fillDetails(page: Page): Promise<void> {
  await page.getByLabel('Name or company').fill('Kamau Imports Ltd');
  await page.getByLabel('Address').fill('Moi Avenue 4\nMombasa');
  await page.getByLabel('Country', { exact: true }).selectOption('KE');
  await page.getByLabel('Phone').fill('+254 712 345678');
  await page.getByLabel('ID or tax number').fill('P051234567X');
}

test('a buyer names another consignee with declaration, password and code, and one click in the email stops it', {
  tag: '@once',
}, async ({ page }) => {
  const { id: car } = await addCar(page, 'Sell', PRICE);
  const { email, password } = await newAccount(page);
  const order = await bookByUpi(page, car, PRICE, email);
  await open(page, `/my-orders/${order}`);
  await expect(part(page)).toContainText('The documents name you');
  const number = /CQ-\d+/.exec((await page.getByRole('heading', { level: 1 }).textContent()) ?? '')?.[0];

  await part(page).getByRole('link', { name: 'Name somebody else' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Who receives the car of order');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByLabel('Name or company')).toBeFocused();
  await fillDetails(page);
  await page.getByLabel('Your password').fill(password);
  await page.getByRole('button', { name: 'Continue' }).click();
  // The car has left-hand drive.
  const declaration = page.getByRole('region', { name: 'I am buying for' });
  await expect(declaration).toContainText('Only right-hand drive');
  await expectShown(page);
  await declaration.getByLabel('I am buying for').fill('The museum of Lamu');
  await declaration.getByLabel('Country where the car will be').selectOption('KE');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'We emailed you a code' })).toBeVisible();
  const [code = ''] =
    /\b\d{6}\b/.exec((await mailTo(email, `Your code for order ${number}`)).split('Your code is')[1] ?? '') ?? [];
  await page.getByLabel('Code from the email').fill(code === '000000' ? '000001' : '000000');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('This code is wrong or no longer works.').first()).toBeVisible();
  await page.getByLabel('Code from the email').fill(code);
  await page.getByRole('button', { name: 'Continue' }).click();

  await expect(part(page)).toContainText('A change waits');
  await expect(part(page)).toContainText('Kamau Imports Ltd');
  await expect(part(page)).toContainText('•••67X');
  await expect(part(page).getByRole('link', { name: 'Name somebody else' })).toHaveCount(0);
  await expectAccessible(page);
  await expectNoSideways(page);
  expect(await page.content()).not.toContain('P051234567X');

  const mail = await mailTo(email, `Order ${number}: another consignee was named`);
  expect(mail).not.toContain('P051234567X');
  await open(page, linkIn(mail));
  await page.getByRole('button', { name: 'Cancel this change' }).click();
  await expect(page.getByRole('main')).toContainText('The change is canceled.');
  await open(page, linkIn(mail));
  await page.getByRole('button', { name: 'Cancel this change' }).click();
  await expect(page.getByRole('main')).toContainText('This change no longer waits');
  await open(page, `/my-orders/${order}`);
  await expect(part(page)).toContainText('The documents name you');
});
