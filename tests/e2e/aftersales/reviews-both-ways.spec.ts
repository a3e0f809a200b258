import { expect } from '@playwright/test';
import { expectShown, open, test } from '../../support/journeys/journey.ts';
import { addCar } from '../../support/journeys/journey-cars.ts';
import { newAccount } from '../../support/journeys/journey-login.ts';
import { bookByUpi, payBalanceOf, readyForHandover } from '../../support/journeys/journey-orders.ts';

const PRICE = 20_000;

test('buyer and seller review each other, and neither sees the other’s review before both have written', {
  tag: '@once',
}, async ({ page: buyer, browser }) => {
  const newPage = async () => (await browser.newContext({ viewport: buyer.viewportSize() })).newPage();
  const [office, seller] = [await newPage(), await newPage()];
  const { id: car, seller: sellerId, login } = await addCar(office, 'Sell', PRICE);
  const { email } = await newAccount(buyer);
  const order = await bookByUpi(buyer, car, PRICE, email);
  await payBalanceOf(buyer.request, order);
  await readyForHandover(order);
  const completed = await office.request.post(`/api/admin/orders/${order}/complete`);
  expect(completed.ok()).toBe(true);

  await open(buyer, `/my-orders/${order}`);
  const byBuyer = buyer.getByRole('region', { name: 'Reviews of each other' });
  await expect(byBuyer).toContainText('Neither sees the other’s review before both have written');
  await byBuyer.getByLabel('How did it go?').fill('The car came as described, a week late.');
  await byBuyer.getByRole('button', { name: 'Send the review' }).click();
  await expect(byBuyer).toContainText('Choose one to five stars.');
  await byBuyer.getByLabel('Stars').selectOption('4');
  await expectShown(buyer);
  await byBuyer.getByRole('button', { name: 'Send the review' }).click();
  await expect(byBuyer).toContainText('Your review');
  await expect(byBuyer).toContainText('The other side’s review is shown here once it may be seen.');

  await seller.request.post('/api/login', { data: login });
  await open(seller, `/my-orders/${order}`);
  const bySeller = seller.getByRole('region', { name: 'Reviews of each other' });
  await expect(bySeller).not.toContainText('a week late');
  expect(await (await office.request.get(`/sellers/${sellerId}`)).text()).not.toContain('a week late');
  await bySeller.getByLabel('Stars').selectOption('5');
  await bySeller.getByLabel('How did it go?').fill('Paid on time.');
  await bySeller.getByRole('button', { name: 'Send the review' }).click();
  await expect(bySeller).toContainText('The car came as described, a week late.');

  await open(buyer, `/my-orders/${order}`);
  await expect(byBuyer).toContainText('Paid on time.');
  await expect(byBuyer.getByRole('button', { name: 'Send the review' })).toHaveCount(0);
  // The seller page is cached for a few seconds.
  const ofSeller = async () => (await office.request.get(`/sellers/${sellerId}`)).text();
  await expect.poll(ofSeller, { timeout: 30_000 }).toContain('a week late');
  await open(office, `/sellers/${sellerId}`);
  await expect(office.getByRole('main')).toContainText('a week late');
  await expectShown(office);
});
