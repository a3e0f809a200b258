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

/** Answers the call that counts the cars. */
function answer(status = 200) {
  const calls: URLSearchParams[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    calls.push(new URL(url, location.href).searchParams);
    return new Response(JSON.stringify({ listings: [], pagination: {}, facets: { mayImport: COUNTS } }), { status });
  });
  return calls;
}

async function show(change: Partial<ExploreState> = {}, facets: FacetsResponse = {}) {
  const onChoose = vi.fn();
  const state = { ...EVERYTHING, ...change };
  const at = state.to === '' ? '/' : `/?to=${state.to}`;
  await renderPage(
    <form id="explore">
      <ImportGroup form="explore" state={state} facets={facets} onChoose={onChoose} />
    </form>,
    { at },
  );
  return onChoose;
}

const box = (name: RegExp) => page.getByRole('checkbox', { name });

beforeEach(() => storeDestination(''));

test('without a destination, invites to choose one', async () => {
  const calls = answer();
  await show();
  await expect.element(page.getByRole('button', { name: 'Choose where to ship to' })).toBeVisible();
  expect(document.querySelectorAll('input')).toHaveLength(0);
  expect(calls).toEqual([]);
});

test('counts for the destination of the browser, and puts it into the address with a choice', async () => {
  const calls = answer();
  storeDestination('KE-KEMBA-company');
  const onChoose = await show({ make: ['BYD'] });
  await expect.element(page.getByRole('heading', { name: 'Import to Kenya' })).toBeVisible();
  await expect.element(box(/^You may import it 12 cars/)).toBeVisible();
  await expect.element(box(/^Also cars to check first 345 cars/)).toBeVisible();
  expect(Object.fromEntries(calls[0]!)).toMatchObject({
    make: 'BYD',
    to: 'KE',
    port: 'KEMBA',
    buyer: 'company',
    facets: 'mayImport',
  });
  await box(/^You may import it/).click();
  expect(onChoose.mock.lastCall).toEqual([{ to: 'KE-KEMBA-company', mayImport: 'green' }]);
  await page.getByRole('textbox', { name: 'From' }).fill('9000');
  await page.getByRole('textbox', { name: 'To' }).click();
  expect(onChoose.mock.lastCall).toEqual([{ to: 'KE-KEMBA-company', minLanded: 9_000, maxLanded: null }]);
});

test('the second choice adds amber to green, and takes it away again', async () => {
  answer();
  const onChoose = await show({ to: 'GE', mayImport: 'green' }, { mayImport: COUNTS });
  await expect.element(box(/^You may import it/)).toBeChecked();
  await expect.element(box(/^Also cars/)).not.toBeChecked();
  await box(/^Also cars/).click();
  expect(onChoose.mock.lastCall).toEqual([{ to: 'GE', mayImport: 'amber' }]);
  await box(/^You may import it/).click();
  expect(onChoose.mock.lastCall).toEqual([{ to: 'GE', mayImport: '' }]);
});

test('a list that was loaded with counts does not ask for them again', async () => {
  const calls = answer();
  await show({ to: 'GE', mayImport: 'amber' }, { mayImport: COUNTS });
  await expect.element(box(/^Also cars to check first 345 cars/)).toBeChecked();
  expect(calls).toEqual([]);
});

test('without counts, the filters still work', async () => {
  answer(503);
  storeDestination('GE');
  const onChoose = await show();
  await box(/^You may import it$/).click();
  expect(onChoose.mock.lastCall).toEqual([{ to: 'GE', mayImport: 'green' }]);
});
