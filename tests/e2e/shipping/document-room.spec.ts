import { expect } from '@playwright/test';
import { expectShown, open, test } from '../../support/journeys/journey.ts';
import { orderCar } from '../../support/journeys/journey-shipments.ts';

const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');

test('a file and a parcel are added to the documents room and withdrawn, and the office sees who opened the file', {
  tag: '@once',
}, async ({ page }) => {
  const order = await orderCar(page);
  await open(page, `/my-orders/${order.id}`);
  const room = page.getByRole('region', { name: 'Documents room' });
  await expect(room.getByText('No files yet.')).toBeVisible();
  await room.getByLabel('Type of paper').selectOption('Insurance');
  const page1 = { name: 'policy.pdf', mimeType: 'application/pdf', buffer: PDF };
  await room.locator('input[type=file]').setInputFiles(page1);
  await expect(room.getByRole('heading', { name: 'Insurance (1)' })).toBeVisible();
  await room.locator('input[type=file]').setInputFiles({ ...page1, name: 'page.pdf', buffer: Buffer.from('<html>') });
  await expect(room.getByRole('alert')).toContainText('page.pdf:');
  const download = page.waitForEvent('download');
  await room.getByRole('link', { name: 'policy.pdf' }).click();
  await download;

  await room.getByText('Report originals sent by courier').click();
  await room.getByLabel('What was sent').fill('3 original bills of lading');
  await room.getByLabel('Courier').fill('DHL');
  await room.getByLabel('Tracking number').fill('4512778834');
  await room.getByLabel('Sent on').fill(new Date().toISOString().slice(0, 10));
  await room.getByRole('button', { name: 'Save and email the buyer' }).click();
  await expect(room.getByText('DHL, tracking number 4512778834')).toBeVisible();
  await room.getByText('Withdraw the report of 4512778834').click();
  await expectShown(page);
  const parcel = room.getByRole('listitem').filter({ hasText: '4512778834' });
  await parcel.getByLabel('Why it was wrong').fill('A digit was missing.');
  await room.getByRole('button', { name: 'Withdraw the report' }).click();
  await expect(room.getByText(/^Withdrawn on .*: A digit was missing\.$/)).toBeVisible();
  await expect(room.getByText('Withdraw the report of')).toHaveCount(0);
  await room.getByText('Withdraw policy.pdf').click();
  const file = room.getByRole('listitem').filter({ hasText: 'policy.pdf' });
  await file.getByLabel('Why it was wrong').fill('It is an invoice.');
  await file.getByRole('button', { name: 'Withdraw the file' }).click();
  await expect(room.getByRole('heading', { name: 'Insurance (0)' })).toBeVisible();
  await expect(room.getByText(/^Withdrawn on .*: It is an invoice\.$/)).toBeVisible();

  await open(page, `/ShipmentBoard?view=${order.id}`);
  const panel = page.getByRole('dialog');
  await panel.getByText('One opening of a file').click();
  await expect(panel.getByText('opened policy.pdf')).toBeVisible();
  await expectShown(page);
});
