import { expect } from '@playwright/test';
import sharp from 'sharp';
import { expectShown, open, test } from '../../support/journeys/journey.ts';
import { orderCar } from '../../support/journeys/journey-shipments.ts';

const SIDES = ['Front', 'Rear', 'Left', 'Right', 'Interior', 'Odometer'];

test('a handover signed in the yard without a connection is sent later, and the buyer sees the protocol', {
  tag: '@once',
}, async ({ page }) => {
  test.slow();
  const order = await orderCar(page);
  let lost = 0;
  await page.route('**/api/orders/*/handovers', async (route) => {
    if (route.request().method() !== 'POST' || lost++ > 0) return route.continue();
    await route.fetch();
    await route.abort();
  });
  await open(page, `/Yard?order=${order.id}`);
  await page.getByLabel('Order number or car').fill(order.number);
  await page.getByRole('button', { name: order.number }).click();
  await page.getByText('Handover protocol').click();
  const buffer = await sharp({ create: { width: 320, height: 240, channels: 3, background: '#0b5b86' } })
    .jpeg()
    .toBuffer();
  for (const side of SIDES) {
    const photo = { name: `${side}.jpg`, mimeType: 'image/jpeg', buffer };
    await page.getByLabel(side, { exact: true }).setInputFiles(photo);
    await expect(page.getByText(`${side}: taken`)).toBeVisible();
  }
  await page.getByRole('button', { name: 'Save the protocol' }).click();
  await expect(page.getByText('The protocol isn’t complete.')).toBeVisible();
  await expect(page.getByLabel('Odometer reading')).toBeFocused();
  await page.getByLabel('Odometer reading').fill('12345');
  await expect(page.getByText('Enter the reading as a whole number.')).toHaveCount(0);
  await page.getByLabel('Keys').fill('2');
  await page.getByLabel('Fuel in percent').fill('80');
  const giver = page.getByRole('group', { name: 'Handed over by' });
  await giver.getByLabel('Name', { exact: true }).fill('Li Na');
  const pad = giver.getByRole('img');
  await pad.scrollIntoViewIfNeeded();
  const box = (await pad.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(box.x + 20, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 5 });
  await page.mouse.up();
  await expect(giver.getByRole('img', { name: 'Handed over by: signed' })).toBeVisible();
  const receiver = page.getByRole('group', { name: 'Received by' });
  await receiver.getByLabel('Name', { exact: true }).fill('Amina Otieno');
  await receiver.getByLabel('I can’t draw. My typed name is my signature.').check();
  await expectShown(page);
  await page.getByRole('button', { name: 'Save the protocol' }).click();
  const waiting = page.getByRole('region', { name: 'Waiting to be sent' });
  await expect(waiting).toContainText('1 update is waiting to be sent');
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(waiting).toContainText('Everything is sent');
  expect(lost).toBe(2);

  await open(page, `/my-orders/${order.id}`);
  const part = page.getByRole('region', { name: 'Handovers' });
  await expect(part).toContainText('12,345 km');
  await expect(part).toContainText('Amina Otieno');
  await expect(page.getByRole('link', { name: /^Handover protocol HO-/ })).toBeVisible();
});
