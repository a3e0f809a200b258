import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { expectAccessible, expectNoSideways, open, test } from '../../support/journeys/journey.ts';
import { bookCar, withLicense } from '../../support/journeys/journey-orders.ts';

const panel = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const toast = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text }).first();
const dayAfter = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test('a rental is paid and secured at the pick-up, damage is charged with evidence, and the buyer sees why', {
  tag: '@once',
}, async ({ page }) => {
  const { order } = await bookCar(page, 'Rent', 100, { start_date: dayAfter(0), end_date: dayAfter(1) });
  await open(page, `/Orders?view=${order}`);
  const details = panel(page, /^Order CQ-/);
  await details.getByRole('button', { name: 'Record payment taken in person' }).click();
  await panel(page, 'Payment taken in person').getByRole('button', { name: 'Record payment' }).click();
  await expect(toast(page, 'Recorded: $306.00.')).toBeVisible();

  await details.getByRole('button', { name: 'Take security deposit' }).click();
  const taking = panel(page, 'Security deposit taken');
  await taking.getByLabel('Amount').fill('200');
  await taking.getByRole('button', { name: 'Record deposit' }).click();
  await expect(toast(page, 'Security deposit taken: $200.00.')).toBeVisible();
  await expect(details).toContainText('A security deposit is held for this order.');
  await expect(details.getByRole('button', { name: 'Complete order' })).toHaveCount(0);

  await recordHandover(page, order, 'pick_up', { keys: 2, fuel_percent: 80 });
  await open(page, `/Orders?view=${order}`);
  await details.getByRole('button', { name: 'Charge the renter' }).click();
  const charging = panel(page, 'Charge the renter');
  await charging.getByRole('button', { name: 'Charge the renter' }).click();
  await expect(charging).toContainText('Please give a reason');
  await charging.getByLabel('Amount').fill('250');
  await charging.getByLabel('Reason').fill('A deep scratch on the left door.');
  await charging.getByLabel('Evidence').setInputFiles({
    name: 'bill.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4\n% the repair bill\n%%EOF\n'),
  });
  await expectAccessible(page);
  await charging.getByRole('button', { name: 'Charge the renter' }).click();
  await expect(toast(page, 'The renter was charged')).toBeVisible();
  await expect(details).toContainText('$200.00 of it was paid from the security deposit');
  await expectAccessible(page);
  await expectNoSideways(page);

  await open(page, '/Dashboard');
  await page.getByRole('link', { name: /^Pay \$50 of a charge for / }).click();
  await expect(page.getByRole('region', { name: 'What to do next' })).toContainText('Pay $50 of a charge by');
  const room = page.getByRole('region', { name: 'Documents room' });
  await expect(room).toBeVisible();
  await expect(room).not.toContainText('Export license');
  await expect(room).not.toContainText('Papers for the destination');
  await expect(page.getByRole('region', { name: 'Charges' })).toContainText('A deep scratch on the left door.');
  await expect(page.getByRole('region', { name: 'Security deposit' })).toContainText('Used for charges');
  await expect(
    page
      .getByRole('region', { name: 'Documents' })
      .getByText(/Receipt R-/)
      .nth(1),
  ).toBeVisible();
  const evidence = await page.getByRole('link', { name: 'Document 1' }).getAttribute('href');
  expect((await page.request.get(evidence ?? '')).headers()['content-type']).toBe('application/pdf');
  await expectAccessible(page);
  await expectNoSideways(page);
});

const SIDES = ['front', 'rear', 'left', 'right', 'interior', 'odometer'];

/** Records the protocol of a pick-up or return with photos, like staff in the yard. */
async function recordHandover(page: Page, order: number, kind: 'pick_up' | 'return', found: object): Promise<void> {
  const buffer = await sharp({ create: { width: 320, height: 240, channels: 3, background: '#0b5b86' } })
    .jpeg()
    .toBuffer();
  const photos: Record<string, string> = {};
  for (const side of SIDES) {
    const id = randomUUID();
    const file = { name: `${side}.jpg`, mimeType: 'image/jpeg', buffer };
    const sent = await page.request.post(`/api/orders/${order}/files`, { multipart: { id, kind: 'photo', file } });
    expect(sent.ok()).toBe(true);
    photos[side] = id;
  }
  if (kind === 'pick_up') await withLicense(order);
  const signed = (name: string) => ({ name, confirmed: true });
  const data = {
    ...{ id: randomUUID(), kind, odometer: 12_345, photos, ...found },
    ...{ giver: signed('Li Na'), receiver: signed('Amina Otieno'), captured_at: new Date().toISOString() },
  };
  const recorded = await page.request.post(`/api/orders/${order}/handovers`, { data });
  if (!recorded.ok()) throw new Error(`recording the ${kind} failed: ${await recorded.text()}`);
}

test('pick-up and return fill in the charge, and staff enter only its amount', { tag: '@once' }, async ({ page }) => {
  const { order } = await bookCar(page, 'Rent', 100, { start_date: dayAfter(0), end_date: dayAfter(1) });
  const balance = { key: randomUUID(), method: 'cash', amount_cents: 30_600 };
  expect((await page.request.post(`/api/admin/orders/${order}/cash-receipts`, { data: balance })).ok()).toBe(true);
  await recordHandover(page, order, 'pick_up', { keys: 2, fuel_percent: 80 });
  await recordHandover(page, order, 'return', { keys: 1, fuel_percent: 50 });
  await open(page, `/Orders?view=${order}`);
  const details = panel(page, /^Order CQ-/);
  const charging = panel(page, 'Charge the renter');
  await details.getByRole('button', { name: 'Charge the renter' }).click();
  await expect(charging.getByLabel('What for')).toHaveValue('fuel');
  await expect(charging.getByLabel('Reason')).toHaveValue(/^30 percentage points less fuel\. See the protocols of/);
  const download = page.waitForEvent('download');
  await charging.getByRole('link', { name: 'Return: Odometer' }).click();
  await download;
  await expectAccessible(page);
  await expectNoSideways(page);
  await charging.getByLabel('Amount').fill('42');
  await charging.getByRole('button', { name: 'Charge the renter' }).click();
  await expect(toast(page, 'The renter was charged')).toBeVisible();
  await expect(details).toContainText('30 percentage points less fuel.');

  await details.getByRole('button', { name: 'Charge the renter' }).click();
  await expect(charging.getByLabel('What for')).toHaveValue('missing_key');
  await expect(charging.getByRole('radio', { name: 'Missing fuel or charge' })).toHaveCount(0);
});
