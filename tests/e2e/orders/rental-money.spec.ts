import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectNoSideways, open, test } from '../../support/journeys/journey.ts';
import { bookCar } from '../../support/journeys/journey-orders.ts';

const panel = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const toast = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text }).first();
const dayAfter = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test('a rental is paid and secured at the pick-up, damage is charged with evidence, and the buyer sees why', async ({
  page,
}) => {
  const { order } = await bookCar(page, 'Rent', 100, { start_date: dayAfter(0), end_date: dayAfter(1) });
  await open(page, `/Orders?view=${order}`);
  const details = panel(page, /^Order CQ-/);
  await details.getByRole('button', { name: 'Record payment taken in person' }).click();
  await panel(page, 'Payment taken in person').getByRole('button', { name: 'Record payment' }).click();
  await expect(toast(page, 'Recorded: $306.00.')).toBeVisible();

  await details.getByRole('button', { name: 'Take security deposit' }).click();
  const taking = panel(page, 'Security deposit taken');
  await taking.getByLabel('Amount').fill('200');
  await expectAccessible(page);
  await taking.getByRole('button', { name: 'Record deposit' }).click();
  await expect(toast(page, 'Security deposit taken: $200.00.')).toBeVisible();
  await details.getByRole('button', { name: 'Complete order' }).click();
  await panel(page, /^Complete order/)
    .getByRole('button', { name: 'Complete order' })
    .click();
  await expect(panel(page, /^Complete order/)).toContainText('A security deposit is held for this order.');
  await page.keyboard.press('Escape');

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
