import { expect } from '@playwright/test';
import { expectAccessible, expectNoSideways, open, test } from '../../support/journeys/journey.ts';
import { currentUser } from '../../support/journeys/journey-cars.ts';
import { orderCar, report } from '../../support/journeys/journey-shipments.ts';

test.use({ serviceWorkers: 'allow' });

test('the buyer sees an order without a connection as last seen, and nobody after logging out', {
  tag: '@once',
}, async ({ page, context }) => {
  test.slow();
  const order = await orderCar(page);
  await report(page, order.id, { step: 'inspection', note: 'Two new tires.' });
  // As the login page does; the calls above do not.
  await open(page, '/');
  await page.evaluate((id) => localStorage.setItem('id', String(id)), await currentUser(page));
  await open(page, `/my-orders/${order.id}`);
  await expect(page.getByText('Two new tires.')).toBeVisible();
  await page.evaluate(() => navigator.serviceWorker.ready);

  await context.setOffline(true);
  await page.goto(`/my-orders/${order.id}`);
  await expect(page).toHaveURL(/\/Offline\?page=/);
  const timeline = page.getByRole('region', { name: 'From the order to the handover' });
  await expect(timeline).toContainText(/As you last saw it on \w{3} \d+, \d{4}, \d\d:\d\d UTC\. You are offline\./);
  await expect(timeline).toContainText('Two new tires.');
  await expectAccessible(page);
  await expectNoSideways(page);

  await context.setOffline(false);
  await open(page, '/Dashboard');
  await page.evaluate(() => localStorage.getItem('timelines')).then((stored) => expect(stored).toContain(order.number));
  await page.getByRole('main').getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login/);
  expect(await page.evaluate(() => localStorage.getItem('timelines'))).toBeNull();
});
