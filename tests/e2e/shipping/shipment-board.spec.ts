import { expect } from '@playwright/test';
import { expectNarrowFits, expectShown, open, test } from '../../support/journeys/journey.ts';
import { signInAdminByCall } from '../../support/journeys/journey-login.ts';
import { orderCar } from '../../support/journeys/journey-shipments.ts';

test('the operator loads a car onto a vessel and reports a delay, which the board and the buyer see', {
  tag: '@once',
}, async ({ page }) => {
  const order = await orderCar(page);
  await signInAdminByCall(page);
  const voyage = `V${order.id}`;
  await open(page, '/Sailings');
  await page.getByLabel('Vessel', { exact: true }).fill('Morning Sea');
  await page.getByLabel('IMO number').fill('9074728');
  await page.getByLabel('Voyage').fill(voyage);
  await page.getByLabel('From (UN/LOCODE)').fill('CNSHG');
  await page.getByLabel('To (UN/LOCODE)').fill('AEJEA');
  await page.getByLabel('Expected arrival').fill('2027-01-20');
  await page.getByLabel('Cars', { exact: true }).fill(`${order.number},MSKU6011672,A1\nCQ-999999`);
  await page.getByRole('button', { name: 'Check without saving' }).click();
  await expect(page.getByText('Check the IMO number').first()).toBeVisible();
  await page.getByLabel('IMO number').fill('9074729');
  await page.getByRole('button', { name: 'Check without saving' }).click();
  await expect(page.getByText('1 row has a problem. Nothing was saved.')).toBeVisible();
  await expect(page.getByText('No order with this number or VIN.')).toBeVisible();
  await expectShown(page);
  await expectNarrowFits(page);
  await page.getByLabel('Cars', { exact: true }).fill(`${order.number},MSKU6011672,A1`);
  await page.getByRole('button', { name: 'Load the cars' }).click();
  await expect(page.getByText('1 car is on the vessel.').first()).toBeVisible();

  await page.getByRole('link', { name: `View Morning Sea ${voyage}` }).click();
  const panel = page.getByRole('dialog', { name: `Morning Sea ${voyage}` });
  await expect(panel).toContainText('MSKU6011672 / A1');
  await panel.getByLabel('Step').selectOption('Arrived');
  await panel.getByLabel(/^When/).fill('2027-02-03T12:00');
  await panel.getByLabel('Why (optional)').fill('Congestion in Jebel Ali.');
  await panel.getByRole('button', { name: 'Tell all buyers' }).click();
  await expect(panel.getByText('Congestion in Jebel Ali.')).toBeVisible();
  await expectShown(page);

  await open(page, '/ShipmentBoard?step=inspection');
  await expect(page.getByRole('link', { name: /^Inspection/ })).toHaveAttribute('aria-current', 'page');
  await open(page, `/ShipmentBoard?view=${order.id}`);
  const details = page.getByRole('dialog', { name: order.number });
  await expect(details).toContainText('The date moved once');
  await expect(details).toContainText('Congestion in Jebel Ali.');
});
