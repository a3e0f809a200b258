import { expect } from '@playwright/test';
import { open, test } from '../../support/journeys/journey.ts';
import { currentUser } from '../../support/journeys/journey-cars.ts';
import { newAccount, signInAdminByCall } from '../../support/journeys/journey-login.ts';

/** A car that Kenya's list of prices has, so that its landed cost is whole. */
const RAV4 = {
  ...{ make: 'Toyota', model: 'RAV4', year: '2023', mileage: '31800', price: '15000', RentSell: 'Sell' },
  ...{ location: 'Guangzhou', condition: 'Good', carType: 'suv', listing_status: 'active' },
  ...{ fuelType: 'petrol', engine: '1987', steering: 'right', drive: 'all' },
};
const RANGE = /\$[\d,]+–\$[\d,]+/;

test('a buyer in Mombasa sees the same light and price in the list, on the car, in the checkout and in the order', {
  tag: '@once',
}, async ({ page }) => {
  await signInAdminByCall(page);
  await newAccount(page);
  const seller = String(await currentUser(page));
  const added = await (await page.request.post('/api/listings', { multipart: { ...RAV4, user_id: seller } })).json();
  await newAccount(page);

  await open(page, '/CarExplore?to=KE&make=Toyota&model=RAV4');
  const card = page.getByRole('article').filter({ has: page.locator(`a[href*="-${added.listing_id}?"]`) });
  await expect(card).toContainText('Check first');
  await expect(card).toContainText(/ in Mombasa/);
  const price = RANGE.exec(await card.innerText())?.[0] ?? 'no price';
  await card.getByRole('link').first().click();

  const answer = page.getByRole('region', { name: 'Can I import it, and what will it cost at my door?' });
  await expect(answer.getByText('To Mombasa, Kenya')).toBeVisible();
  await expect(answer.getByText('Check first').first()).toBeVisible();
  await expect(answer.getByText(`${price} landed`)).toBeVisible();
  await page.getByRole('link', { name: 'Book this car' }).first().click();

  const panel = page.getByRole('region', { name: 'Where will the car go?' });
  await expect(panel.getByText('Check first')).toBeVisible();
  await expect(panel.getByText(`${price} landed`)).toBeVisible();
  await page.getByLabel('Card number').fill('4242 4242 4242 4242');
  await page.getByLabel('Expiry date').fill('12/34');
  await page.getByLabel('CVV').fill('321');
  await page.getByLabel('Name on the card').fill('Amina Otieno');
  await page.getByRole('button', { name: 'Confirm Payment' }).click();
  await expect(page.getByRole('heading', { name: 'Thank You for Your Booking!' })).toBeVisible();

  const [order] = (await (await page.request.get('/api/orders')).json()).items;
  await open(page, `/my-orders/${order.id}`);
  const imported = page.getByRole('region', { name: 'Import check' });
  await expect(imported.getByText('To Mombasa, Kenya:')).toBeVisible();
  await expect(imported.getByText('Check first')).toBeVisible();
  await expect(imported.getByText(`${price} landed`)).toBeVisible();
});
