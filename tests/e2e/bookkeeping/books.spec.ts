import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { expectNarrowFits, expectShown, open, test } from '../../support/journeys/journey.ts';
import { bookCar } from '../../support/journeys/journey-orders.ts';

const kindOf = ({ kind }: { kind: string }) => kind;

test('finance finds an open amount, follows it to its order, and downloads the trial balance it reads', {
  tag: '@once',
}, async ({ page }) => {
  const { order, email } = await bookCar(page, 'Sell', 20_000);
  const number = `CQ-${String(order).padStart(6, '0')}`;
  // The invoice is issued by a worker.
  const kinds = async () => (await (await page.request.get(`/api/orders/${order}`)).json()).documents.map(kindOf);
  await expect.poll(kinds, { timeout: 20_000 }).toContain('invoice');
  await open(page, '/Books');
  const receivables = page.getByRole('region', { name: 'Owed to us' });
  await expect(receivables.getByRole('listitem').filter({ hasText: number })).toContainText('$16,425.00');
  await expectShown(page);
  await expectNarrowFits(page);

  const trial = page.getByRole('region', { name: 'Trial balance' });
  await expect(trial.getByRole('row', { name: /^Total/ })).toContainText('$0.00');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download CSV' }).click();
  const file = await download;
  const month = new Date().toISOString().slice(0, 7);
  expect(file.suggestedFilename()).toBe(`trial-balance-${month}.csv`);
  const [head, ...lines] = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
  expect(head).toContain('Account,Opening,Debit,Credit,Closing');
  const cells = lines.map((line) => line.split(','));
  expect(cells.at(-1)?.[0]).toBe('total');
  expect(Number(cells.at(-1)?.[4])).toBe(0);

  await receivables.getByRole('link', { name: number }).click();
  await expect(page.getByRole('row').filter({ hasText: email })).toContainText('$16,425.00');
});
