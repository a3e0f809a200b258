import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage } from '../../../../tests/support/runner/dom-page.tsx';
import type { LineResponse } from '../model/statement-contract.ts';
import { PartField } from './part-field.tsx';
import { ValueField } from './value-field.tsx';

async function render(currency: string, left: number) {
  const line = { currency, left_cents: left } as LineResponse;
  await renderPage(
    <form>
      <PartField line={line} proposedCents={left} />
      <ValueField line={line} />
    </form>,
  );
}

test('shows the rate that follows from a value, of the whole line or of its part', async () => {
  await render('KWD', -100_000);
  await page.getByLabelText('Worth in US dollars').fill('325');
  await expect.element(page.getByText('1 KWD = 3.25 US dollars')).toBeVisible();
  await page.getByText('Match only a part').click();
  await page.getByLabelText('Amount, in KWD').fill('10.125');
  await page.getByLabelText('Worth in US dollars').fill('40.50');
  await expect.element(page.getByText('1 KWD = 4 US dollars')).toBeVisible();
});

test('asks nothing of a line in dollars', async () => {
  await render('USD', 100_000);
  await expect.element(page.getByText('Match only a part')).toBeVisible();
  expect(page.getByLabelText('Worth in US dollars').elements()).toEqual([]);
});
