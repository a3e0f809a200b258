import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage } from '../../../../../tests/support/runner/dom-page.tsx';
import type { ChoicesResponse, LineResponse } from '../model/statement-contract.ts';
import { PartField, type Side, ValueField } from './amount-fields.tsx';

async function render(currency: string, left: number, worth: ChoicesResponse['worth'] = null, other?: Side) {
  const line = { currency, left_cents: left } as LineResponse;
  await renderPage(
    <form>
      <PartField line={line} proposedCents={left} />
      <ValueField choices={{ line, worth }} {...(other && { other })} />
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

test('compares a value with the exchange rate, of the whole line or of its part', async () => {
  await render('EUR', -100_000, { cents: 108_000, on: '2026-11-27' });
  await expect
    .element(page.getByText(/^EUR\s1,000.00 is worth \$1,080.00 by the exchange rate of Nov 27, 2026.$/))
    .toBeVisible();
  const waits = page.getByText(/A second person has to approve it/);
  await page.getByLabelText('Worth in US dollars').fill('1030');
  await expect.element(waits).not.toBeInTheDocument();
  await page.getByLabelText('Worth in US dollars').fill('1020');
  await expect.element(waits).toBeVisible();
  await page.getByText('Match only a part').click();
  await page.getByLabelText('Amount, in EUR').fill('950');
  await page.getByLabelText('Worth in US dollars').fill('1021');
  await expect.element(page.getByText(/^EUR\s950.00 is worth \$1,026.00/)).toBeVisible();
  await expect.element(waits).not.toBeInTheDocument();
});

test('says that there is no rate, and compares both sides of a transfer', async () => {
  const other = { cents: -90_000, currency: 'GBP', worth: { cents: 119_000, on: '2026-11-26' } };
  await render('EUR', 100_000, null, other);
  await expect.element(page.getByText('There is no exchange rate of EUR of that week to compare with.')).toBeVisible();
  await page.getByLabelText('Worth in US dollars').fill('1080');
  await expect.element(page.getByText(/A second person has to approve it/)).toBeVisible();
});

test('asks nothing of a line in dollars', async () => {
  await render('USD', 100_000);
  await expect.element(page.getByText('Match only a part')).toBeVisible();
  expect(page.getByLabelText('Worth in US dollars').elements()).toEqual([]);
});
