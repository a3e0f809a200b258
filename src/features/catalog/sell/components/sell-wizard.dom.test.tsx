import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPage } from '../../../../../tests/support/runner/dom-page.tsx';
import { SellWizard } from './sell-wizard.tsx';

const field = (name: string) => page.getByLabelText(name);
const next = page.getByRole('button', { name: 'Next' });
const step = (name: RegExp) => page.getByRole('heading', { name });

beforeEach(() => {
  // The server is unreachable: only the browser has the draft, and there are no suggested makes.
  vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('offline'));
});

const openWizard = (at = '/sell') =>
  renderPage(<SellWizard userId={7} saved={null} listing={null} onStartAgain={() => {}} />, { at });

async function fillInBasics() {
  for (const [name, value] of [
    ['Make', 'BYD'],
    ['Model', 'Seal'],
    ['Year', '2024'],
    ['Mileage', '12,500'],
    ['Price (USD)', '24,000'],
    ['Location', 'Mombasa'],
  ] as const)
    await userEvent.fill(field(name), value);
}

test('Next stays on a step with problems, shows them and focuses the first field', async () => {
  const { search } = await openWizard();
  await userEvent.fill(field('Model'), 'Seal');
  await userEvent.click(next);
  await expect.element(page.getByText('Please fill this in').first()).toBeVisible();
  await expect.element(field('Make')).toHaveFocus();
  await expect.element(field('Make')).toHaveAttribute('aria-invalid', 'true');
  await expect.element(field('Model')).not.toHaveAttribute('aria-invalid');
  await expect.element(page.getByText('A four-digit year, from 1900 to next year')).toBeVisible();
  expect(search()).toBe('');
});

test('a complete step leads to the next one, whose heading takes the focus', async () => {
  const { search } = await openWizard();
  await fillInBasics();
  await userEvent.click(next);
  await expect.element(step(/Car Condition and Specifications/)).toHaveFocus();
  expect(search()).toBe('?step=2');
  await expect
    .element(page.getByRole('list', { name: 'Steps' }).getByRole('listitem').nth(1))
    .toHaveAttribute('aria-current', 'step');
});

test('Enter in a field goes to the next step', async () => {
  const { search } = await openWizard();
  await fillInBasics();
  await userEvent.type(field('Location'), '{Enter}');
  await expect.poll(search).toBe('?step=2');
});

test('Previous returns to the typed values', async () => {
  await openWizard();
  await fillInBasics();
  await userEvent.click(next);
  await userEvent.click(page.getByRole('button', { name: 'Previous' }));
  await expect.element(field('Make')).toHaveValue('BYD');
  await expect.element(field('Mileage')).toHaveValue('12,500');
});

test('a URL of a later step opens the first step that is not complete', async () => {
  const { search } = await openWizard('/sell?step=3');
  await expect.element(field('Make')).toBeVisible();
  await expect.poll(search).toBe('');
});

test('correcting a field removes its problem immediately', async () => {
  await openWizard();
  await userEvent.click(next);
  await expect.element(field('Year')).toHaveAttribute('aria-invalid', 'true');
  await userEvent.fill(field('Year'), '2024');
  await expect.element(field('Year')).not.toHaveAttribute('aria-invalid');
  await expect.element(field('Make')).toHaveAttribute('aria-invalid', 'true');
});

test('a car for rent has a price per day', async () => {
  await openWizard();
  await userEvent.click(page.getByText('Rent the car out'));
  await expect.element(field('Price per day (USD)')).toBeVisible();
  expect(field('Price (USD)').query()).toBeNull();
});

test('restores typed values after the page was left', async () => {
  const { unmount } = await openWizard();
  await userEvent.fill(field('Make'), 'Zeekr');
  await expect.poll(() => localStorage.getItem('sellDraft-7')).toContain('Zeekr');
  await unmount();
  await openWizard();
  await expect.element(field('Make')).toHaveValue('Zeekr');
});

test('facts about import are folded away, and a problem in them unfolds its field', async () => {
  const { search } = await openWizard();
  await fillInBasics();
  await userEvent.click(next);
  await expect.element(step(/Car Condition/)).toHaveFocus();
  const month = field('Production month');
  await expect.element(month).not.toBeVisible();
  await userEvent.click(page.getByText('More facts that decide about import'));
  await expect.element(page.getByText(/Buyers in Kenya/)).toBeVisible();
  await userEvent.fill(month, '2020-05');
  await userEvent.click(page.getByText('More facts that decide about import'));
  await userEvent.click(next);
  await expect.element(month).toHaveFocus();
  await expect.element(page.getByText(/can’t be built more than a year before or after its model year/)).toBeVisible();
  await userEvent.fill(month, '2023-11');
  await expect.element(page.getByText(/The car was built in another year than its model year/)).toBeVisible();
  await userEvent.click(next);
  await expect.poll(search).toBe('?step=3');
});

test('offers battery facts only for electric and hybrid cars, or where some are filled in', async () => {
  await openWizard();
  await fillInBasics();
  await userEvent.click(next);
  const battery = page.getByText('Battery and charging');
  await expect.element(step(/Car Condition/)).toHaveFocus();
  expect(battery.elements()).toEqual([]);
  await userEvent.selectOptions(field('Fuel type'), 'Electric');
  await userEvent.click(battery);
  await userEvent.fill(field('State of health (%)'), '93');
  await userEvent.selectOptions(field('Fuel type'), 'Petrol');
  await userEvent.click(next);
  await expect.element(page.getByText(/Only electric and hybrid cars have this/)).toBeVisible();
  await expect.element(field('State of health (%)')).toHaveFocus();
});
