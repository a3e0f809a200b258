import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage } from '../../../../../../tests/support/runner/dom-page.tsx';
import type { CheckResponse, LandedResponse } from '../../model/landed-cost-contract.ts';
import ImportAnswer from './import-answer.tsx';

const SOURCE = {
  id: 'S',
  url: 'https://customs.example/notice',
  title: 'Notice to importers',
  publisher: 'Customs',
  published: '2026-01',
  kind: 'official',
  seen: '2026-11-22',
} as const;
const ASSESSED = {
  country: 'KE',
  country_name: 'Kenya',
  on: '2027-01-21',
  on_is: 'arrival',
  expected: { preparation_days: 14, sailing_days: 45, sailing_is: 'known', sailing: null, inland_days: null },
  today: '2026-11-23',
  version: 1,
  notice: 'Not legal advice. As of Nov 23, 2026.',
} as const;
const REASON: Omit<CheckResponse['reasons'][number], 'rule' | 'gate' | 'outcome' | 'sentence'> = {
  country: 'KE',
  missing: [],
  sources: [SOURCE],
  source: SOURCE,
  against: [],
  confidence: 'official',
  sure: true,
  checked_on: '2026-11-22',
  stale_on: '2027-02-20',
  valid_from: null,
  valid_to: null,
};
const CHECK: CheckResponse = {
  ...ASSESSED,
  listing_id: 1,
  light: 'red',
  sentence: 'Only right-hand drive is accepted.',
  doubts: [
    {
      why: 'factMissing',
      rule: 'KE-age-1',
      facts: ['firstRegistration'],
      sentence: 'First registration is not known.',
    },
  ],
  gates: { age: 'unknown', steering: 'prohibited', conformity: 'unknown' },
  reasons: [
    { ...REASON, rule: 'KE-steering-1', gate: 'steering', outcome: 'prohibited', sentence: 'Right-hand drive only.' },
    { ...REASON, rule: 'KE-papers-1', gate: 'papers', outcome: 'allowed', sentence: 'The papers are checked.' },
  ],
  must_arrive_by: '2026-12-31',
  checked_on: '2026-11-22',
  stale_on: '2027-02-20',
};
const exactly = (amount: number) => ({ low: amount, likely: amount, high: amount });
const COST: LandedResponse = {
  ...ASSESSED,
  listing_id: 1,
  port: 'KEMBA',
  mode: 'roro',
  light: 'red',
  sentence: CHECK.sentence,
  currency: 'USD',
  parts: [
    {
      code: 'car',
      name: 'Price of the car (FOB)',
      ...exactly(10_000),
      paid_to: 'seller',
      source: null,
      sources: [],
      confidence: null,
      checked_on: null,
    },
  ],
  carquay: { tax: 800, registration_fee: 300 },
  fob: exactly(10_000),
  cfr: null,
  cif: null,
  charges: {
    currency: 'USD',
    local_currency: 'KES',
    rate: null,
    rate_date: null,
    shown_as: 'none',
    lines: [],
    local_lines: [],
    total: null,
    missing: [],
  },
  total: null,
  at_least: 11_100,
  shown_as: 'none',
  local: null,
  new_price: null,
  reference: null,
  asks: [],
  transit_days: null,
  missing: [
    {
      what: 'duty',
      code: null,
      facts: [],
      name: 'import duty',
      sentence: 'No source says what duty is due.',
      ask: 'Ask the customs authority of Kenya.',
    },
  ],
  in_time: null,
  not_included: [{ code: 'inland', name: 'Transport to your city' }],
  door: null,
  ports: [{ port: 'KEMBA', name: 'Mombasa', cfr: null, cif: null, transit_days: { least: 28, most: 45 } }],
};
const DESTINATION = { country: 'KE', port: 'KEMBA', city: null, buyer: 'person' } as const;

const show = (initial: { check: CheckResponse; cost: LandedResponse } | null, at = '/') =>
  renderPage(<ImportAnswer id={1} destination={DESTINATION} initial={initial} />, { at });

test('names the next sailing to a port of transit with the days by land, or says that they are not known', async () => {
  const sailing = { vessel: 'Morning Sea', voyage: 'V7', port: 'TZDAR', port_name: 'Dar es Salaam' };
  const days = { leaves: '2026-12-10', arrives: '2026-12-28' };
  const withInland = (inland_days: number | null) => ({
    ...{ port: null, on: '2027-01-11', on_is: 'arrival' as const },
    expected: { ...ASSESSED.expected, sailing_is: 'scheduled' as const, sailing: { ...sailing, ...days }, inland_days },
  });
  const shown =
    'the next sailing that this car can reach: Morning Sea V7 to Dar es Salaam, leaving on December 10, 2026';
  await show({ check: CHECK, cost: { ...COST, ...withInland(14) } });
  await expect.element(page.getByText(`${shown}, and up to 14 days by land.`, { exact: false })).toBeVisible();
  await show({ check: CHECK, cost: { ...COST, ...withInland(null) } });
  await expect.element(page.getByText(`${shown}; how long the way by land takes`, { exact: false })).toBeVisible();
});

test('shows light, reasons, sources, missing facts and costs, without a call for what the page has', async () => {
  const fetched = vi.fn();
  vi.stubGlobal('fetch', fetched);
  await show({ check: CHECK, cost: COST });
  await expect.element(page.getByText('To Mombasa, Kenya')).toBeVisible();
  await expect.element(page.getByText('Only right-hand drive is accepted.')).toBeVisible();
  await expect.element(page.getByText('Must arrive by December 31, 2026')).toBeVisible();
  await expect.element(page.getByText('First registration is not known.')).toBeVisible();
  await expect.element(page.getByText('No source says what duty is due.', { exact: false })).toBeVisible();
  await expect.element(page.getByText('Not legal advice. As of Nov 23, 2026.')).toBeVisible();
  await expect.element(page.getByText('The papers are checked.')).not.toBeVisible();
  await page.getByText('1 rule that this car meets').click();
  await expect.element(page.getByText('The papers are checked.')).toBeVisible();
  await page.getByText('checked Nov 22, 2026', { exact: false }).first().click();
  const [link] = page.getByRole('link', { name: 'Notice to importers' }).elements();
  expect(link?.getAttribute('href')).toBe('https://customs.example/notice');
  expect(fetched).not.toHaveBeenCalled();
});

test('a term explains itself when it is pressed', async () => {
  await show({ check: CHECK, cost: COST });
  await expect.element(page.getByText('Free on board:', { exact: false }).first()).not.toBeVisible();
  await page.getByRole('button', { name: 'What does FOB mean?' }).first().click();
  await expect.element(page.getByText('Free on board:', { exact: false }).first()).toBeVisible();
});

test('no sum is shown where none is known, and tables scroll on a phone', async () => {
  await page.viewport(360, 740);
  await show({ check: CHECK, cost: COST });
  await expect.element(page.getByRole('heading', { name: 'What it costs at your door' })).toBeVisible();
  expect(document.body.textContent).not.toContain('landed (');
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
});

test('without a whole sum it shows what is known, what is missing and whom to ask', async () => {
  await show({ check: CHECK, cost: COST });
  await expect.element(page.getByText('At least $11,100').first()).toBeVisible();
  await expect.element(page.getByText('This is not the whole cost.', { exact: false })).toBeVisible();
  await expect
    .element(page.getByText('No source says what duty is due. Ask the customs authority of Kenya.'))
    .toBeVisible();
  await expect.element(page.getByRole('row', { name: 'Known so far At least $11,100' })).toBeVisible();
});

test('shows charges in the currency of the country, also without a rate, and the age of an old rate', async () => {
  const local = { low: 12_000, likely: 12_000, high: 12_000 };
  const [line] = [{ ...DUTY, local: { low: 380_000, likely: 400_000, high: 540_000 } }];
  const { low: _, likely: __, high: ___, base: ____, ...fee } = { ...DUTY, code: 'fee', name: 'Validation', local };
  const charges = { ...COST.charges, lines: [line], local_lines: [fee], rate: 129, rate_date: '2026-09-29' };
  await show({ check: CHECK, cost: { ...COST, charges } });
  await expect.element(page.getByText('KES\u00a0380,000–KES\u00a0540,000')).toBeVisible();
  await expect.element(page.getByText('KES\u00a012,000')).toBeVisible();
  await expect.element(page.getByRole('cell', { name: 'No rate' })).toBeVisible();
  await expect.element(page.getByText('rate of Sep 29, 2026. It is 55 days old', { exact: false })).toBeVisible();
});

test('loads in the browser, and tries again after a failure', async () => {
  let status = 503;
  vi.stubGlobal('fetch', async (url: string) =>
    status === 200
      ? new Response(JSON.stringify(url.includes('/import/check') ? CHECK : COST))
      : new Response('{}', { status }),
  );
  await show(null);
  await expect.element(page.getByRole('alert').getByText('The rules for Kenya', { exact: false })).toBeVisible();
  status = 200;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('Only right-hand drive is accepted.')).toBeVisible();
});

test('says that no rule is known', async () => {
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 404 }));
  await show(null);
  await expect.element(page.getByText('We have no sourced rule for Kenya.', { exact: false })).toBeVisible();
});

const DUTY: LandedResponse['charges']['lines'][number] = {
  code: 'importDuty',
  name: 'Import duty',
  kind: 'duty',
  base: { of: ['CV'], ...exactly(12_000) },
  low: 3_000,
  likely: 4_200,
  high: 4_200,
  local: null,
  paid_to: 'customs',
  source: REASON.source,
  sources: REASON.sources,
  confidence: 'press',
  checked_on: '2026-11-22',
  note: null,
};

test('a phone shows the lines after a press, and after another where each comes from, within 360 px', async () => {
  await page.viewport(360, 740);
  const charges = { ...COST.charges, lines: [DUTY] };
  await show({ check: CHECK, cost: { ...COST, charges } });
  await expect.element(page.getByText('$3,000–$4,200')).not.toBeVisible();
  await page.getByRole('button', { name: 'All lines of the cost, with sources' }).click();
  await page.getByText('Where these figures come from').click();
  await expect.element(page.getByText('Kind of source: press. Checked on Nov 22, 2026.')).toBeVisible();
  await expect.element(page.getByText('$3,000–$4,200')).toBeVisible();
  await expect.element(page.getByText('Paid to: Customs')).toBeVisible();
  const table = page.getByRole('region', { name: 'What it costs at your door' }).element();
  expect(table.scrollWidth).toBeLessThanOrEqual(table.clientWidth);
});

const ASKED = { given: null, used_by: ['Customs value'], sources: REASON.sources };

test('asks for the price as new, refuses what is no amount, and computes with the figure in the address', async () => {
  const calls: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    calls.push(url);
    return new Response(
      JSON.stringify(url.includes('landed-cost') ? { ...COST, new_price: ASKED, asks: ['new_price'] } : CHECK),
    );
  });
  await show({ check: CHECK, cost: { ...COST, new_price: ASKED, asks: ['new_price'] } }, '/?to=KE-KEMBA');
  const field = page.getByLabelText('Price of this model as new');
  await field.fill('a lot');
  await page.getByRole('button', { name: 'Compute' }).click();
  await expect.element(page.getByText('Enter an amount above 0', { exact: false })).toBeVisible();
  expect(calls).toEqual([]);
  await field.fill('5,000,000');
  await page.getByRole('button', { name: 'Compute' }).click();
  await expect.element(page.getByText('Computed with your figure, KES 5,000,000.', { exact: false })).toBeVisible();
  // The figure is shown from the address before its answer is asked for.
  await expect.poll(() => calls.at(0) ?? '').toContain('new_price=5000000&new_price_currency=KES');
  await page.getByText('Why we ask, and where to find it').click();
  await expect.element(page.getByText('Kenya computes some charges', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect.element(page.getByText('Computed with your figure', { exact: false })).not.toBeInTheDocument();
});

test('shows the total in the currency of the country with the date of the rate', async () => {
  const charges = { ...COST.charges, rate: 129, rate_date: '2026-11-21' };
  const total = { low: 10_000, likely: 11_000, high: 12_000 };
  const local = { price: 1_290_000, total: { low: 1_290_000, likely: 1_419_000, high: 1_548_000 } };
  await show({ check: CHECK, cost: { ...COST, charges, total, shown_as: 'range', missing: [], local } });
  await expect.element(page.getByText('about KES\u00a01,290,000–KES\u00a01,548,000, rate of Nov 21')).toBeVisible();
});

const price = (id: string, model: string, amount: number) => ({
  ...{ id, model, number: '6BA', wheels_driven: 4, engine_cc: 1986, body: 'suv', fuel: 'petrol' },
  price: amount,
});
const REFERENCE: LandedResponse['reference'] = {
  make: 'TOYOTA',
  currency: 'KES',
  valid_from: '2025-07-01',
  source: REASON.source,
  sources: REASON.sources,
  is_used: true,
  chosen: null,
  prices: [price('KE-2025-07-TOYOTA:1', 'RAV4 G', 5_000_000), price('KE-2025-07-TOYOTA:2', 'RAV4 X', 6_000_000)],
};

test('shows the prices of the official list, lets the buyer choose one, and keeps it for the visit', async () => {
  sessionStorage.clear();
  const calls: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    calls.push(url);
    return new Response(JSON.stringify(url.includes('landed-cost') ? { ...COST, reference: REFERENCE } : CHECK));
  });
  const cost = { ...COST, reference: REFERENCE, asks: ['reference' as const] };
  const { search, unmount } = await show({ check: CHECK, cost }, '/?to=KE-KEMBA');
  const list = page.getByRole('combobox', { name: 'Prices of this model in the official list of Kenya' });
  await expect
    .element(page.getByText('TOYOTA RAV4 X, 6BA, 1,986 cc, all-wheel drive, KES\u00a06,000,000'))
    .toBeInTheDocument();
  await list.selectOptions('KE-2025-07-TOYOTA:2');
  await expect.poll(() => calls.join()).toContain('reference=KE-2025-07-TOYOTA%3A2');
  expect(search()).toBe('?to=KE-KEMBA&reference=KE-2025-07-TOYOTA%3A2');
  await unmount();
  const again = await show({ check: CHECK, cost }, '/?to=KE-KEMBA');
  await expect.poll(again.search).toBe('?to=KE-KEMBA&reference=KE-2025-07-TOYOTA%3A2');
  sessionStorage.clear();
});

test('asks for one fact at a time, says why, and refuses what is no month', async () => {
  sessionStorage.clear();
  const cost = { ...COST, asks: ['production' as const, 'co2' as const] };
  const { search } = await show({ check: CHECK, cost }, '/?to=KE-KEMBA');
  const month = page.getByLabelText('Month in which the car was made');
  await expect
    .element(page.getByText('The plate on the car or its papers name the month.', { exact: false }))
    .toBeVisible();
  expect(page.getByLabelText('CO2 emissions', { exact: false }).elements()).toEqual([]);
  await month.fill('2021');
  await page.getByRole('button', { name: 'Compute' }).click();
  await expect.element(page.getByText('Enter year and month, such as 2021-05.')).toBeVisible();
  vi.stubGlobal(
    'fetch',
    async (url: string) => new Response(JSON.stringify(url.includes('landed-cost') ? COST : CHECK)),
  );
  await month.fill('2021-05');
  await page.getByRole('button', { name: 'Compute' }).click();
  await expect.poll(search).toBe('?to=KE-KEMBA&production=2021-05');
  sessionStorage.clear();
});
