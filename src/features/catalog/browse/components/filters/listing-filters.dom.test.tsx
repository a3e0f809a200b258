import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { EVERYTHING, type ExploreState } from '#features/catalog/listings/model/criteria/explore-query.ts';
import type { FacetsResponse } from '#features/catalog/listings/model/listing-contract.ts';
import { renderPage } from '../../../../../../tests/support/runner/dom-page.tsx';
import { ListingFilters } from './listing-filters.tsx';
import { chooseMileageUnit } from './mileage-unit.ts';

const counted = (cars: Record<string, number>) =>
  Object.entries(cars).map(([value, number]) => ({ value, cars: number }));
const FACETS: FacetsResponse = {
  makes: counted({ BYD: 1_203, Geely: 80 }),
  model: counted({ Han: 3, Seal: 9 }),
  carTypes: counted({ suv: 5 }),
  years: counted({ 2022: 4 }),
  fuelType: counted({ electric: 7, petrol: 2 }),
  color: counted({ white: 6, red: 1 }),
  province: counted({ Guangdong: 5, Shanghai: 1 }),
  city: counted({ Guangzhou: 4 }),
  hasVin: counted({ true: 8 }),
};

async function show(change: Partial<ExploreState> = {}) {
  const onChoose = vi.fn();
  const state = { ...EVERYTHING, ...change };
  await renderPage(
    <form id="explore">
      <ListingFilters form="explore" state={state} facets={FACETS} onChoose={onChoose} />
    </form>,
  );
  return onChoose;
}

const box = (name: string | RegExp) => page.getByRole('checkbox', { name });
/** The line that unfolds a filter; its other text is what is chosen. */
const summary = (name: string) => page.getByText(name, { exact: true }).first();
const formValues = (name: string) => new FormData(document.forms.namedItem('explore')!).getAll(name);

test('the five filters of the specification come first, in its order, and the others are folded', async () => {
  await show({ mode: 'rent' });
  const labels = ['Price Range Per Day', 'Make', 'Car Type', 'Year', 'Minimum Rating', 'More filters'];
  const texts = [...document.querySelectorAll('legend, form label, summary')]
    .filter((element) => (element as HTMLElement).checkVisibility())
    .map((element) => element.textContent ?? '');
  expect(texts.filter((text) => labels.includes(text))).toEqual(labels);
  await expect.element(page.getByText('Fuel', { exact: true })).not.toBeInTheDocument();
});

test('the content of a folded filter is added when it is opened, and stays', async () => {
  await show();
  await summary('More filters').click();
  await expect.element(summary('Fuel')).toBeVisible();
  expect(document.querySelectorAll('[name=fuelType]')).toHaveLength(0);
  await summary('Fuel').click();
  await expect.element(box('Petrol 2 cars')).toBeVisible();
  await summary('Fuel').click();
  await expect.element(box('Petrol 2 cars')).not.toBeInTheDocument();
  expect(document.querySelectorAll('[name=fuelType]')).not.toHaveLength(0);
});

test('a checkbox names its cars and adds its value to those already chosen', async () => {
  const onChoose = await show({ fuelType: ['petrol'] });
  await expect.element(box('Petrol 2 cars')).toBeChecked();
  await box('Electric 7 cars').click();
  expect(onChoose.mock.lastCall).toEqual([{ fuelType: ['petrol', 'electric'] }]);
  await box(/^Petrol/).click();
  expect(onChoose.mock.lastCall).toEqual([{ fuelType: [] }]);
});

test('colors and places without cars are not listed, unless they are chosen', async () => {
  await show({ color: ['pink'], province: ['Tibet'] });
  await expect.element(box('Pink 0 cars')).toBeChecked();
  await expect.element(box('White 6 cars')).toBeVisible();
  await expect.element(box(/^Blue/)).not.toBeInTheDocument();
  await expect.element(box('Tibet 0 cars')).toBeChecked();
});

test('a make keeps its models and further makes, and a form sends all of them', async () => {
  const onChoose = await show({ make: ['byd', 'Geely'], model: ['Seal'] });
  await expect.element(page.getByRole('combobox', { name: 'Make' })).toHaveValue('BYD');
  expect(formValues('make')).toEqual(['BYD', 'Geely']);
  expect(formValues('model')).toEqual(['Seal']);
  await box('Han 3 cars').click();
  expect(onChoose.mock.lastCall).toEqual([{ model: ['Seal', 'Han'] }]);
  await userEvent.selectOptions(page.getByRole('combobox', { name: 'Make' }), '');
  expect(onChoose.mock.lastCall).toEqual([{ make: [] }]);
});

test('limits in the wrong order are swapped, and years before 1900 are none', async () => {
  const onChoose = await show({ maxYear: 2018 });
  const from = page.getByRole('group', { name: 'Model years' }).getByLabelText('From');
  await userEvent.fill(from, '2022');
  await userEvent.keyboard('{Enter}');
  expect(onChoose.mock.lastCall).toEqual([{ minYear: 2018, maxYear: 2022 }]);
  await userEvent.fill(from, '22');
  await userEvent.keyboard('{Tab}');
  expect(onChoose.mock.lastCall).toEqual([{ minYear: null, maxYear: 2018 }]);
});

test('mileages are shown in miles if wanted, and chosen in kilometers', async () => {
  const onChoose = await show({ maxMileageKm: 80_467 });
  const to = page.getByRole('group', { name: 'Mileage' }).getByRole('textbox', { name: 'To' });
  await expect.element(to).toHaveValue('80,467');
  await page.getByRole('radio', { name: 'miles' }).click();
  await expect.element(to).toHaveValue('50,000');
  await userEvent.fill(to, '30000');
  await userEvent.keyboard('{Enter}');
  expect(onChoose.mock.lastCall).toEqual([{ minMileageKm: null, maxMileageKm: 48_280 }]);
  chooseMileageUnit('km');
});

test('cities are offered once a province is chosen', async () => {
  await show();
  await summary('More filters').click();
  await summary('Province').click();
  await expect.element(box('Guangdong 5 cars')).toBeVisible();
  await expect.element(page.getByText('City', { exact: true })).not.toBeInTheDocument();
});

test('a city is chosen next to its province', async () => {
  const onChoose = await show({ province: ['Guangdong'] });
  await summary('City').click();
  await box('Guangzhou 4 cars').click();
  expect(onChoose.mock.lastCall).toEqual([{ city: ['Guangzhou'] }]);
});

test('a flag is a checkbox, and an unlisted number of days is offered too', async () => {
  const onChoose = await show({ listedWithinDays: 5 });
  await box('With VIN 8 cars').click();
  expect(onChoose.mock.lastCall).toEqual([{ hasVin: true }]);
  const listed = page.getByRole('combobox', { name: 'Listed' });
  const days = [...(listed.element() as HTMLSelectElement).options].map(({ value }) => value);
  expect(days).toEqual(['', '1', '3', '5', '7', '14', '30']);
  await userEvent.selectOptions(listed, '');
  expect(onChoose.mock.lastCall).toEqual([{ listedWithinDays: null }]);
});

test('a form sends the filters that have no field', async () => {
  await show({ mode: 'rent', seller: ['7'], from: '2026-12-03', to: '2026-12-05' });
  expect(formValues('seller')).toEqual(['7']);
});
