import { expect } from '@playwright/test';
import { expectAccessible, expectNoSideways, open, test } from '../../support/journeys/journey.ts';
import { addCar } from '../../support/journeys/journey-cars.ts';
import { newAccount } from '../../support/journeys/journey-login.ts';
import { pdfPages } from '../../support/site/documents/pdf-text.ts';

test('a prohibited car stops the checkout until the buyer names the recipient, which the receipt shows', {
  tag: '@once',
}, async ({ page }) => {
  const { id } = await addCar(page, 'Sell', 15_000);
  await newAccount(page);
  await open(page, `/payment/${id}`);
  await page.getByRole('button', { name: 'Choose your country' }).click();
  const dialog = page.getByRole('dialog', { name: 'Where should your car go?' });
  await dialog.getByLabel('Country').selectOption('Kenya');
  await dialog.getByRole('button', { name: 'Ship to this country' }).click();

  const panel = page.getByRole('region', { name: 'Where will the car go?' });
  await expect(panel.getByRole('alert')).toContainText('You may not import this car into Kenya.');
  await expect(panel.getByText('Not allowed').first()).toBeVisible();
  await expect(panel.getByRole('link', { name: 'All import rules of Kenya' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Confirm Payment' })).toBeHidden();
  await expectAccessible(page);
  await expectNoSideways(page);

  await panel.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(panel.getByText('Enter a name or a purpose')).toBeVisible();
  await panel.getByLabel('I am buying for').fill('The museum of Lamu');
  await panel.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(panel.getByText('You are buying for The museum of Lamu, Kenya.')).toBeVisible();
  await page.getByLabel('Card number').fill('4242 4242 4242 4242');
  await page.getByLabel('Expiry date').fill('12/34');
  await page.getByLabel('CVV').fill('321');
  await page.getByLabel('Name on the card').fill('Amina Otieno');
  await page.getByRole('button', { name: 'Confirm Payment' }).click();
  await expect(page.getByRole('heading', { name: 'Thank You for Your Booking!' })).toBeVisible();

  await page.getByRole('link', { name: 'My bookings' }).click();
  const row = page.getByRole('article').filter({ hasText: 'Bought on' });
  await expect(row).toContainText('To Mombasa, Kenya:');
  await expect(row).toContainText('Not allowed');
  await expectNoSideways(page);
  await row.getByRole('link', { name: 'Import check of this booking' }).click();
  await expect(page.getByRole('heading', { name: /^Import check of booking \d+$/ })).toBeVisible();
  await expect(page.getByText('You are buying for The museum of Lamu, Kenya.')).toBeVisible();
  await expect(page.getByText('Not legal advice.')).toBeVisible();
  await expectAccessible(page);
  await expectNoSideways(page);

  const [booking] = (await (await page.request.get('/api/my-bookings')).json()).items;
  const receipt = await page.request.get(`/api/my-bookings/${booking.id}/receipt`);
  const text = (await pdfPages(await receipt.body())).join(' ').replace(/\s+/g, ' ');
  for (const words of ['Mombasa, Kenya', 'Not allowed', 'Not legal advice']) expect(text).toContain(words);
});

test('a destination in the address goes on through the login, is checked on the server, and can be replaced', {
  tag: '@once',
}, async ({ page }) => {
  const { id } = await addCar(page, 'Sell', 15_000);
  await page.context().clearCookies();
  await open(page, `/buy-car/${id}?to=KE`);
  await page.getByRole('link', { name: 'Book this car' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
  expect(new URL(page.url()).searchParams.get('next')).toBe(`/payment/${id}?to=KE`);
  await newAccount(page);
  expect(await (await page.request.get(`/payment/${id}?to=KE`)).text()).toContain(
    'You may not import this car into Kenya',
  );
  await open(page, `/payment/${id}?to=KE`);
  await page.getByRole('button', { name: 'Choose another country' }).click();
  const dialog = page.getByRole('dialog', { name: 'Where should your car go?' });
  await dialog.getByLabel('Country').selectOption('United Arab Emirates');
  await dialog.getByRole('button', { name: 'Ship to this country' }).click();
  await expect(page.getByRole('heading', { name: 'To United Arab Emirates' })).toBeVisible();
  await expect(page.getByText('Check first')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Confirm Payment' })).toBeVisible();
});

test('a city chosen on the page of a car goes on through the login and the checkout to the quote of the booking', {
  tag: '@once',
}, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const { id } = await addCar(page, 'Sell', 15_000);
  await page.context().clearCookies();
  await open(page, `/buy-car/${id}?to=UG_Nairobi`);
  const answer = page.getByRole('region', { name: 'Can I import it, and what will it cost at my door?' });
  const city = answer.getByRole('combobox', { name: 'City' });
  await expect(city).toHaveValue('');
  await expect(answer.getByText('To Uganda')).toBeVisible();
  await city.selectOption('Kampala');
  await expect(page).toHaveURL(/\?to=UG_Kampala$/);
  await expect(answer.getByText('To Kampala, Uganda, through Mombasa')).toBeVisible();
  await expect(answer.getByText(/^To your door in Kampala, from Mombasa: /)).toBeVisible();
  expect(await (await page.request.get(`/buy-car/${id}?to=UG_Kampala`)).text()).toContain('To your door in Kampala');
  await expectAccessible(page);
  await expectNoSideways(page);

  await page.getByRole('link', { name: 'Book this car' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
  expect(new URL(page.url()).searchParams.get('next')).toBe(`/payment/${id}?to=UG_Kampala`);
  await newAccount(page);
  await open(page, '/');
  await open(page, `/payment/${id}`);
  const panel = page.getByRole('region', { name: 'Where will the car go?' });
  await expect(panel.getByRole('heading', { name: 'To Kampala, Uganda' })).toBeVisible();
  await expect(panel.getByText(/^To your door in Kampala, from Mombasa: /)).toBeVisible();
  await expectNoSideways(page);
  await page.getByLabel('Card number').fill('4242 4242 4242 4242');
  await page.getByLabel('Expiry date').fill('12/34');
  await page.getByLabel('CVV').fill('321');
  await page.getByLabel('Name on the card').fill('Amina Otieno');
  await page.getByRole('button', { name: 'Confirm Payment' }).click();
  await expect(page.getByRole('heading', { name: 'Thank You for Your Booking!' })).toBeVisible();

  await page.getByRole('link', { name: 'My bookings' }).click();
  const row = page.getByRole('article').filter({ hasText: 'Bought on' });
  await expect(row).toContainText('To Kampala, Uganda, through Mombasa:');
  await row.getByRole('link', { name: 'Import check of this booking' }).click();
  await expect(page.getByRole('heading', { name: 'To Kampala, Uganda, through Mombasa' })).toBeVisible();
  await expect(page.getByText(/^To your door in Kampala, from Mombasa: /)).toBeVisible();
  await expectNoSideways(page);
  const [booking] = (await (await page.request.get('/api/my-bookings')).json()).items;
  const receipt = await page.request.get(`/api/my-bookings/${booking.id}/receipt`);
  const text = (await pdfPages(await receipt.body())).join(' ').replace(/\s+/g, ' ');
  expect(text).toContain('Kampala, Uganda, through Mombasa');
});
