import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPage } from '../../../../../../tests/support/runner/dom-page.tsx';
import type { ListingResponse } from '../../model/listing-contract.ts';
import { CarPassport } from './car-passport.tsx';

const car = {
  date_updated: '2026-11-20T07:00:00Z',
  images: [],
  serviceHistory: {},
  productionMonth: '2022-11',
  keys: 2,
} as unknown as ListingResponse;

test('a wide screen shows all groups unfolded', async () => {
  await page.viewport(1440, 900);
  await renderPage(<CarPassport car={car} />);
  for (const name of ['Production month', 'Keys'])
    await expect.element(page.getByText(name, { exact: true })).toBeVisible();
});

test('a phone shows the first group, and the others when they are tapped', async () => {
  await page.viewport(360, 740);
  await renderPage(<CarPassport car={car} />);
  await expect.element(page.getByText('Production month', { exact: true })).toBeVisible();
  const keys = page.getByText('Keys', { exact: true });
  await expect.element(keys).not.toBeVisible();
  await userEvent.click(page.getByText('Size and handover'));
  await expect.element(keys).toBeVisible();
});
