import { expect } from '@playwright/test';
import { expectAccessible, expectNoSideways, expectShown, open, test } from '../../support/journeys/journey.ts';
import { currentUser } from '../../support/journeys/journey-cars.ts';
import { payBalance } from '../../support/journeys/journey-orders.ts';
import { daysFromNow, orderCar, report } from '../../support/journeys/journey-shipments.ts';

test.use({ serviceWorkers: 'allow' });

test('an order sails and arrives late, and its buyer sees why, also without a connection until logging out', {
  tag: '@once',
}, async ({ page, context }) => {
  test.slow();
  const order = await orderCar(page);
  await report(page, order.id, { step: 'inspection', note: 'Two new tires.' });
  await payBalance(page.request, order.bookingId);
  const papers = ['export_licence', 'deregistration', 'customs_declaration'];
  for (const paper of papers) await report(page, order.id, { step: 'export_papers', paper });
  await report(page, order.id, { step: 'at_port', place: 'CNSHA', note: 'Gate 4, row C.' });
  const vessel = { vessel: 'Morning Sea', imo: '9074729', voyage: '126W', place: 'CNSHA' };
  await report(page, order.id, { step: 'sailed', ...vessel });
  const eta = { step: 'arrived', certainty: 'estimated', place: 'KEMBA' };
  await report(page, order.id, { ...eta, happens_at: daysFromNow(40), captured_at: daysFromNow(-2) });
  const note = 'Engine repair in Colombo. The carrier gives the new date.';
  await report(page, order.id, { ...eta, happens_at: daysFromNow(66), note });

  // Like the login page; the calls above do not.
  await open(page, '/ComingSoon');
  await page.evaluate((id) => localStorage.setItem('id', String(id)), await currentUser(page));
  await open(page, `/my-orders/${order.id}`);
  await expect(page.getByText('Two new tires.')).toBeVisible();
  const timeline = page.getByRole('region', { name: 'From the order to the handover' });
  await expect(timeline).toContainText('Shanghai port');
  await expect(timeline).toContainText('Aboard Morning Sea, voyage 126W (IMO 9074729)');
  const arrived = timeline.getByRole('listitem').filter({ hasText: /^Arrived/ });
  await expect(arrived).toContainText('Expected 6 days late');
  await expect(arrived).toContainText('Mombasa');
  await arrived.getByText('The date moved once').click();
  await expect(arrived.getByText(note).last()).toBeVisible();
  await expect(timeline.locator('[aria-current=step]')).toContainText('Bill of lading');
  await expectShown(page);
  await page.evaluate(() => navigator.serviceWorker.ready);

  await context.setOffline(true);
  await page.goto(`/my-orders/${order.id}`);
  await expect(page).toHaveURL(/\/Offline\?page=/);
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
