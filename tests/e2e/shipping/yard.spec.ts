import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { expectAccessible, expectShown, open, ready, test } from '../../support/journeys/journey.ts';
import { type JourneyOrder, orderCar } from '../../support/journeys/journey-shipments.ts';

const waiting = (page: Page) => page.getByRole('region', { name: 'Waiting to be sent' });
const stepOf = async (page: Page, { id }: JourneyOrder, name: string) => {
  const timeline = await (await page.request.get(`/api/orders/${id}/timeline`)).json();
  return timeline.cars[0].steps.find(({ step }: { step: string }) => step === name);
};

async function choose(page: Page, { number }: JourneyOrder): Promise<void> {
  await page.getByLabel('Order number or car').fill(number);
  await page.getByRole('button', { name: number }).click();
}

async function photo(): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const picture = sharp({ create: { width: 320, height: 240, channels: 3, background: '#0b5b86' } });
  return { name: 'gate.jpg', mimeType: 'image/jpeg', buffer: await picture.jpeg().toBuffer() };
}

test.describe('in a yard without a connection', () => {
  test.use({ serviceWorkers: 'allow' });

  test('steps and photos wait on the device, survive a reload and are sent once there is a connection', {
    tag: '@once',
  }, async ({ page, context }) => {
    test.slow();
    const order = await orderCar(page);
    await open(page, '/Yard');
    await expect(page.getByText('Everything is sent')).toBeVisible();
    await choose(page, order);
    await expect
      .poll(() => page.evaluate(async () => Boolean(await (await caches.open('yard')).match('/Yard'))), {
        timeout: 30_000,
      })
      .toBe(true);

    await context.setOffline(true);
    await page.goto('/Yard');
    await ready(page);
    await expect(page.getByText('No connection. Updates wait on this device.')).toBeVisible();
    await choose(page, order);
    await page.getByLabel('Step').selectOption('At the port');
    await page.getByLabel('Note (optional)').fill('Gate 4, row C.');
    await page.locator('input[type=file]').setInputFiles(await photo());
    await page.getByRole('button', { name: 'Save the update' }).click();
    await expect(waiting(page)).toContainText('2 updates are waiting to be sent');
    await expectShown(page);
    await page.reload();
    await expect(waiting(page)).toContainText('2 updates are waiting to be sent');

    await context.setOffline(false);
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect(waiting(page)).toContainText('Everything is sent');
    const step = await stepOf(page, order, 'at_port');
    expect(step).toMatchObject({ state: 'done', note: 'Gate 4, row C.' });
    const { items } = await (await page.request.get(`/api/orders/${order.id}/files`)).json();
    expect(items).toMatchObject([{ kind: 'photo', step: 'at_port', name: 'gate.jpg', by: 'operator' }]);
    expect(Date.parse(items[0].captured_at)).toBeLessThan(Date.parse(items[0].told_at));
  });
});

test('an update with a lost answer is sent again and counts once; a refused update stays on the device', {
  tag: '@once',
}, async ({ page }) => {
  const order = await orderCar(page);
  let lost = 0;
  await page.route('**/api/orders/*/events', async (route) => {
    if (lost++ > 0) return route.continue();
    await route.fetch();
    await route.abort();
  });
  await open(page, '/Yard');
  await choose(page, order);
  await page.getByLabel('Step').selectOption('Inspection');
  await page.getByRole('button', { name: 'Save the update' }).click();
  await expect(waiting(page)).toContainText('1 update is waiting to be sent');
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(waiting(page)).toContainText('Everything is sent');
  expect(lost).toBe(2);
  expect(await stepOf(page, order, 'inspection')).toMatchObject({ state: 'done' });

  await page.getByLabel('Step').selectOption('Loaded');
  await page.getByLabel(/^Container/).fill('MSKU6011673');
  await page.getByRole('button', { name: 'Save the update' }).click();
  await expect(page.getByText('Check the container number')).toBeVisible();
  await page.getByLabel(/^Container/).fill('');
  await page.getByLabel('When').fill('2027-06-01T12:00');
  await page.getByRole('button', { name: 'Save the update' }).click();
  await expect(waiting(page)).toContainText('1 update was refused and is not recorded');
  await expect(waiting(page)).not.toContainText('Everything is sent');
  await expect(waiting(page)).toContainText('Refused:');
  await expectAccessible(page);
  await waiting(page).getByRole('button', { name: 'Delete from this device' }).click();
  await expect(waiting(page)).not.toContainText('Refused:');
});
