import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage } from '../../../../../tests/support/runner/dom-page.tsx';
import { storeDestination } from '../client/destination.ts';
import { RenderedItemsContext } from '../client/landed-items.ts';
import { LandedLine, LocalPrice } from './landed-line.tsx';

const NONE = {
  ...{ landed: null, at_least: null, shown_as: 'none', missing: [], lacks: [], sentence: '', local: null, why: null },
  place: 'Mombasa',
};
const ITEMS = [
  { ...NONE, listing_id: 1, light: 'red', why: 'steering side', missing: ['No source says what duty is due.'] },
  {
    ...NONE,
    listing_id: 2,
    light: 'green',
    landed: { low: 10_800, likely: 11_900, high: 13_400 },
    shown_as: 'total',
  },
  {
    ...NONE,
    listing_id: 3,
    light: 'amber',
    landed: { low: 10_800, likely: 11_900, high: 13_400 },
    shown_as: 'range',
  },
];

/** Answers for the cars of `ITEMS`; every test uses different ids or another destination, because answers are cached. */
function answer(status = 200, rated = {}) {
  const calls: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    calls.push(url);
    return new Response(
      JSON.stringify({ local_currency: 'KES', place: 'Mombasa', rate: null, rate_date: null, items: ITEMS, ...rated }),
      { status },
    );
  });
  return calls;
}

const show = (ids: number[], at = '/') =>
  renderPage(
    ids.map((id) => <LandedLine key={id} id={id} />),
    { at },
  );

beforeEach(() => storeDestination(''));

test('asks once for all cars, and shows light and cost in words', async () => {
  const calls = answer();
  storeDestination('KE-KEMBA-company');
  await show([1, 2, 3]);
  await expect.element(page.getByText('Not allowed: steering side')).toBeVisible();
  await expect.element(page.getByText('You may import it')).toBeVisible();
  await expect.element(page.getByText('Check first')).toBeVisible();
  await expect.element(page.getByText('· about $11,900 in Mombasa')).toBeVisible();
  await expect.element(page.getByText('· $10,800–$13,400 in Mombasa')).toBeVisible();
  expect(document.body).not.toHaveTextContent('No source says');
  expect(calls).toHaveLength(1);
  expect(Object.fromEntries(new URL(calls[0]!, location.href).searchParams)).toEqual({
    ids: '1,2,3',
    country: 'KE',
    port: 'KEMBA',
    buyer: 'company',
  });
});

test('the answer needs no more room than was reserved for it', async () => {
  answer();
  storeDestination('KE-KELAU');
  await show([2]);
  const line = document.querySelector('.landed-line')!;
  const before = line.getBoundingClientRect().height;
  await expect.element(page.getByText('You may import it')).toBeVisible();
  expect(line.getBoundingClientRect().height).toBe(before);
});

test('without a whole sum it shows what is known, within the reserved room', async () => {
  const lacks = ['Customs value', 'charges in KES', 'transport from the port'];
  const items = [{ ...ITEMS[1], landed: null, shown_as: 'none', at_least: 11_234.5, lacks }];
  answer(200, { items });
  storeDestination('KE-KELAU-returning');
  await show([2]);
  const line = document.querySelector('.landed-line')!;
  const before = line.getBoundingClientRect().height;
  await expect.element(page.getByText('· at least $11,235 in Mombasa')).toBeVisible();
  expect(document.body.textContent).not.toContain('Customs value');
  expect(line.getBoundingClientRect().height).toBe(before);
});

test('a sailing that comes too late is the reason on the card, instead of the cost', async () => {
  answer(200, { items: [{ ...ITEMS[2], why: 'arrives after Dec 31' }] });
  storeDestination('KE-KELAU-dealer');
  await show([3]);
  await expect.element(page.getByText('Check first: arrives after Dec 31')).toBeVisible();
  expect(document.body.textContent).not.toContain('$');
});

test('makes no call and takes no room without a destination', async () => {
  const calls = answer();
  await show([2]);
  expect(document.querySelector('.landed-line')!.getBoundingClientRect().height).toBe(0);
  expect(calls).toEqual([]);
});

test('the address comes before the stored destination', async () => {
  const calls = answer();
  storeDestination('KE-KEMBA');
  await show([2], '/?to=TZ-TZDAR');
  await expect.element(page.getByText('You may import it')).toBeVisible();
  expect(calls.join()).toContain('country=TZ');
});

test.each([
  [404, 'No sourced rule for Ghana yet.'],
  [503, 'Rules for Ghana didn’t load.'],
])('status %i is shown as "%s"', async (status, text) => {
  answer(status);
  storeDestination(`GH-GH${status === 404 ? 'TEM' : 'TKD'}`);
  await show([2]);
  await expect.element(page.getByText(text)).toBeVisible();
});

test('shows the price in the currency of the country with the date of the rate, and reserves its room the next time', async () => {
  const items = ITEMS.map((item) => ({ ...item, local: { price: 2_386_500, landed: null } }));
  answer(200, { rate: 129, rate_date: '2026-11-21', items });
  storeDestination('KE-KEMBA-dealer');
  await renderPage(<LocalPrice id={2} />);
  await expect.element(page.getByText('about KES\u00a02,386,500, rate of Nov 21')).toBeVisible();
  expect(document.documentElement.dataset.shipToRate).toBe('');
  expect(localStorage.getItem('ship-to-rate')).toBe('1');
  storeDestination('');
  expect(localStorage.getItem('ship-to-rate')).toBeNull();
});

test('without a rate of the last days there is no price in another currency, and no room for one', async () => {
  answer();
  storeDestination('KE-KEMBA-returning');
  await renderPage(
    <>
      <LandedLine id={2} />
      <LocalPrice id={2} />
    </>,
  );
  await expect.element(page.getByText('You may import it')).toBeVisible();
  expect(document.querySelector('.local-price')!.getBoundingClientRect().height).toBe(0);
});

test('what the page was rendered with needs no call', async () => {
  const calls = answer();
  const item = { ...ITEMS[1], local_currency: 'KES', rate_date: null } as never;
  const rendered = { place: 'KE-KELAU', version: 1, today: '2026-11-23', items: [item] };
  await renderPage(
    <RenderedItemsContext value={rendered}>
      <LandedLine id={2} />
    </RenderedItemsContext>,
    { at: '/?to=KE-KELAU' },
  );
  await expect.element(page.getByText('about $11,900 in Mombasa', { exact: false })).toBeVisible();
  expect(calls).toEqual([]);
});
