import { expect } from '@playwright/test';
import { phonePhoto } from '../../fixtures/photos.ts';
import { expectShown, open, test } from '../../support/journeys/journey.ts';
import { addCar } from '../../support/journeys/journey-cars.ts';
import { mailTo } from '../../support/mail/mail-files.ts';

test('a visitor asks about a car, confirms by email, and the seller answers with a phrase and a photo', {
  tag: '@once',
}, async ({ page: seller, browser }) => {
  const { id: car } = await addCar(seller, 'Sell', 9_800);
  const visitor = await (await browser.newContext({ viewport: seller.viewportSize() })).newPage();
  const email = `kofi-${car}@buyers.example`;

  await open(visitor, `/buy-car/x-${car}`);
  await visitor.getByRole('link', { name: 'Ask about this car' }).click();
  await expect(visitor.getByRole('heading', { name: 'Ask about this car' })).toBeVisible();
  await expectShown(visitor);
  await visitor.getByRole('button', { name: 'Send question' }).click();
  await expect(visitor.getByText('Please enter your name.')).toBeVisible();
  await visitor.getByLabel('Ready phrase').selectOption('Please send a video of a cold start.');
  await expect(visitor.getByText('请发一段冷车启动的视频。')).toBeVisible();
  await visitor.getByLabel('Your message').fill('And is the price final? I live in Accra.');
  await visitor.reload();
  await expect(visitor.getByLabel('Your message')).toHaveValue('And is the price final? I live in Accra.');
  await visitor.getByLabel('Ready phrase').selectOption('Please send a video of a cold start.');
  await visitor.getByLabel('Your name').fill('Kofi Mensah');
  await visitor.getByLabel('Your email address').fill(email);
  const asked = visitor.waitForResponse('**/api/threads');
  await visitor.getByRole('button', { name: 'Send question' }).click();
  await expect(visitor.getByRole('status')).toContainText('Almost done: open the link');
  const { number } = await (await asked).json();

  const name = await visitor.getByText(/^2023 Voyah/).textContent();
  const mail = await mailTo(email, `[${number}] ${name}`);
  await visitor.goto(/https?:\S+\/conversations\/Q\S+/.exec(mail)?.[0] ?? '');
  await expect(visitor.getByText('Not sent yet', { exact: true })).toBeVisible();
  await expectShown(visitor);
  await open(seller, '/conversations?role=seller');
  await expect(seller.getByText('No buyer has written to you yet.')).toBeVisible();
  await visitor.getByRole('button', { name: 'Send my message' }).click();
  await expect(visitor.getByText('Not sent yet', { exact: true })).toHaveCount(0);

  await open(seller, '/conversations?role=seller');
  await expect(seller.getByText('1 new')).toBeVisible();
  await expectShown(seller);
  await seller.getByRole('main').getByRole('listitem').getByRole('link').click();
  await expect(seller.getByText('请发一段冷车启动的视频。')).toBeVisible();
  await expect(seller.getByText('Kofi M.').first()).toBeVisible();
  await seller.getByLabel('Ready phrase').selectOption('The price is ….');
  await seller.getByLabel('Amount in US dollars').fill('9500');
  await seller
    .getByLabel('Photos or PDFs')
    .setInputFiles({ name: 'car.jpg', mimeType: 'image/jpeg', buffer: await phonePhoto() });
  await seller.getByLabel('Your message').fill('Pay to account 6222021234567890123 at Bank of China');
  await seller.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(seller.getByText('The price is $9,500.')).toBeVisible();
  await expect(seller.getByLabel('Your message')).toHaveValue('');
  await expect(seller.getByRole('img', { name: 'Photo 1' })).toBeVisible();
  await expectShown(seller);

  await visitor.reload();
  await expect(visitor.getByText('The price is $9,500.')).toBeVisible();
  await expect(visitor.getByText('Pay only to the account on a verified invoice')).toBeVisible();
  await visitor.getByText('More', { exact: true }).click();
  await visitor.getByLabel('What is wrong?').selectOption('Asks for a payment outside CarQuay');
  await visitor.getByRole('button', { name: 'Report' }).click();
  await expect(visitor.getByText('You have reported this conversation.')).toBeVisible();

  await open(seller, '/Messages?tab=conversations');
  await seller
    .getByRole('link', { name: /^View Q/ })
    .first()
    .click();
  const panel = seller.getByRole('dialog');
  await expect(panel.getByText('Buyer: Asks for a payment outside CarQuay')).toBeVisible();
  await expectShown(seller);
  await panel.getByLabel('Message of CarQuay to both sides').fill('Please pay only by the invoice.');
  await panel.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(panel.getByText('Please pay only by the invoice.')).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByText('Please pay only by the invoice.')).toBeVisible();
});
