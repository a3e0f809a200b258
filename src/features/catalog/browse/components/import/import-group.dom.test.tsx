import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { storeDestination } from '#features/catalog/landed-cost/client/destination.ts';
import { EVERYTHING, type ExploreState } from '#features/catalog/listings/model/criteria/explore-query.ts';
import type { FacetsResponse } from '#features/catalog/listings/model/listing-contract.ts';
import { renderPage } from '../../../../../../tests/support/runner/dom-page.tsx';
import { ImportGroup } from './import-group.tsx';

const COUNTS = [
  { value: 'green', cars: 12 },
  { value: 'amber', cars: 345 },
];

async function show(change: Partial<ExploreState> = {}, facets: FacetsResponse = {}, prohibited: number | null = null) {
  const onChoose = vi.fn();
  const state = { ...EVERYTHING, ...change };
  const at = state.to === '' ? '/' : `/?to=${state.to}`;
  await renderPage(
    <form id="explore">
      <ImportGroup form="explore" state={state} facets={facets} prohibited={prohibited} onChoose={onChoose} />
    </form>,
    { at },
  );
  return onChoose;
}

const box = (name: RegExp) => page.getByRole('checkbox', { name });

beforeEach(() => storeDestination(''));

test('without a destination, invites to choose one', async () => {
  await show();
  await expect.element(page.getByRole('button', { name: 'Choose where to ship to' })).toBeVisible();
  expect(document.querySelectorAll('input')).toHaveLength(0);
});

test('puts the destination of the browser into the address with a choice', async () => {
  storeDestination('KE-KEMBA-company');
  const onChoose = await show({ make: ['BYD'] });
  await expect.element(page.getByRole('heading', { name: 'Import to Kenya' })).toBeVisible();
  await box(/^Only cars you may import$/).click();
  expect(onChoose.mock.lastCall).toEqual([{ to: 'KE-KEMBA-company', mayImport: 'green' }]);
  await page.getByRole('textbox', { name: 'From' }).fill('9000');
  await page.getByRole('textbox', { name: 'To' }).click();
  expect(onChoose.mock.lastCall).toEqual([{ to: 'KE-KEMBA-company', minLanded: 9_000, maxLanded: null }]);
});

test('one of the two choices replaces the other, and both show their number of cars', async () => {
  const onChoose = await show({ to: 'GE', mayImport: 'green' }, { mayImport: COUNTS }, 3_095);
  await expect.element(box(/^Only cars you may import 12 cars/)).toBeChecked();
  await expect.element(box(/^Also cars you may not import 3,095 cars/)).not.toBeChecked();
  await box(/^Also cars/).click();
  expect(onChoose.mock.lastCall).toEqual([{ to: 'GE', mayImport: 'any' }]);
  await box(/^Only cars/).click();
  expect(onChoose.mock.lastCall).toEqual([{ to: 'GE', mayImport: '' }]);
});
