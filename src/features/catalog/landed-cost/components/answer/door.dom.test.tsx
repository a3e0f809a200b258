import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage } from '../../../../../../tests/support/runner/dom-page.tsx';
import { DoorCost } from './door.tsx';

const UNKNOWN = { amount: null, source: null, sources: [], confidence: null, checked_on: null };
const PLATES = {
  ...UNKNOWN,
  code: 'plates',
  name: 'Registration and plates',
  state: 'ask',
  ask: 'Ask the vehicle registration authority.',
} as const;
const LINE = { ...UNKNOWN, code: 'inland', name: 'Way from the port to the city', ask: null } as const;
const LEG = {
  ...{ city: 'Kampala', port: 'KEMBA', port_name: 'Mombasa', border: 'Malaba', days: { least: 10, most: 14 } },
  ...{ total: null, at_least: 9_100.4, sentence: 'Includes the landed cost at the port.' },
};

const PLACE = { city: null, cities: ['Kampala', 'Gulu'] };
const NO_CITY = { city: null, port: null };

test('shows the way to a city with days, border and what the sum includes', async () => {
  await renderPage(
    <DoorCost
      door={{ ...PLACE, lines: [PLATES], legs: [{ ...LEG, line: { ...LINE, state: 'included' } }] }}
      {...NO_CITY}
    />,
  );
  for (const text of ['Kampala, from Mombasa', '10–14 days from the port', 'Border: Malaba', 'In the landed cost'])
    await expect.element(page.getByText(text, { exact: true })).toBeVisible();
  await expect.element(page.getByText('At least $9,100')).toBeVisible();
  await expect.element(page.getByText('Includes the landed cost at the port.')).toBeVisible();
  await expect.element(page.getByText('Ask the vehicle registration authority.')).toBeVisible();
});

test('shows a whole sum as a range', async () => {
  const amount = { low: 400, likely: 700, high: 1_000 };
  const leg = { ...LEG, total: { low: 9_500, likely: 9_800, high: 10_100 } };
  await renderPage(
    <DoorCost
      door={{ ...PLACE, lines: [], legs: [{ ...leg, line: { ...LINE, state: 'priced', amount } }] }}
      {...NO_CITY}
    />,
  );
  await expect.element(page.getByText('$9,500–$10,100')).toBeVisible();
  await expect.element(page.getByText('$400–$1,000')).toBeVisible();
});

test('says that no way is known', async () => {
  await renderPage(<DoorCost door={{ ...PLACE, lines: [PLATES], legs: [] }} {...NO_CITY} />);
  await expect
    .element(page.getByText('We know no price or time for the route to a city yet.', { exact: false }))
    .toBeVisible();
});

test('shows the chosen city first and others after one tap, and chooses another', async () => {
  const onChoose = vi.fn();
  const [kampala, gulu] = ['Kampala', 'Gulu'].map((city) => ({
    ...LEG,
    city,
    line: { ...LINE, state: 'included' } as const,
  }));
  const door = { ...PLACE, lines: [], legs: [gulu!, kampala!] };
  await renderPage(<DoorCost door={door} city="Kampala" port={null} onChoose={onChoose} />);
  await expect.element(page.getByText('Kampala, from Mombasa')).toBeVisible();
  await expect.element(page.getByText('Gulu, from Mombasa')).not.toBeVisible();
  await page.getByText('Another city').click();
  await expect.element(page.getByText('Gulu, from Mombasa')).toBeVisible();
  await page.getByRole('combobox', { name: 'City' }).selectOptions('Gulu');
  expect(onChoose).toHaveBeenLastCalledWith('Gulu');
  await page.getByRole('combobox', { name: 'City' }).selectOptions('No city chosen');
  expect(onChoose).toHaveBeenLastCalledWith(null);
});

test('says that no way from the chosen port to the city is known', async () => {
  await renderPage(<DoorCost door={{ ...PLACE, lines: [], legs: [] }} city="Kampala" port="Lamu" />);
  await expect.element(page.getByText('from Lamu to Kampala', { exact: false })).toBeVisible();
  await expect.element(page.getByRole('combobox', { name: 'City' })).not.toBeInTheDocument();
});
