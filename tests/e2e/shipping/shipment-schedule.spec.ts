import { expect } from '@playwright/test';
import { expectAccessible, expectNoSideways, open, test } from '../../support/journeys/journey.ts';
import { daysFromNow, orderCar, report } from '../../support/journeys/journey-shipments.ts';

test('the office changes a due date and withdraws a wrong report, and the buyer sees both', { tag: '@once' }, async ({
  page,
}) => {
  const order = await orderCar(page);
  await report(page, order.id, { step: 'sailed', place: 'CNSHA', note: 'Of another car.' });
  await open(page, `/ShipmentBoard?view=${order.id}`);
  const panel = page.getByRole('dialog');
  const schedule = panel.getByRole('region', { name: 'Schedule' });
  const arrived = schedule.getByRole('listitem').filter({ hasText: 'Change “Arrived' });
  await arrived.getByText('Change “Arrived').click();
  await arrived.getByLabel('Due on').fill(daysFromNow(90).slice(0, 10));
  await arrived.getByLabel('Reason').fill('The vessel calls at Colombo first.');
  await arrived.getByRole('button', { name: 'Save the change' }).click();
  await expect(panel.getByText(/: The vessel calls at Colombo first\.$/)).toBeVisible();

  const reports = panel.getByRole('region', { name: 'Reports' });
  await reports.getByText('Withdraw “Sailed').click();
  await reports.getByLabel('Why it was wrong').fill('It was another car.');
  await reports.getByRole('button', { name: 'Withdraw the report' }).click();
  await expect(reports.getByText(/^Withdrawn on .*: It was another car\.$/)).toBeVisible();
  await expectAccessible(page);

  await open(page, `/my-orders/${order.id}`);
  const timeline = page.getByRole('region', { name: 'From the order to the handover' });
  await expect(timeline).toContainText('The vessel calls at Colombo first.');
  await expect(timeline).not.toContainText('Of another car.');
  await timeline.getByRole('button', { name: 'Add the dates to my calendar' }).click();
  const address = await timeline.getByLabel('Address of this order’s calendar').inputValue();
  expect(await (await page.request.get(address)).text()).toContain('BEGIN:VCALENDAR');
  await expectNoSideways(page);
});
