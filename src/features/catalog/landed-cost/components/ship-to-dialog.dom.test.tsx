import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPage } from '../../../../../tests/support/runner/dom-page.tsx';
import { storeDestination } from '../client/destination.ts';
import { closeShipTo } from '../client/ship-to-dialog-state.ts';
import { ShipToButton, ShipToDialogSlot } from './ship-to-button.tsx';

const COUNTRIES = [
  { country: 'UG', cities: ['Kampala'] },
  { country: 'KE', cities: [] },
];

beforeEach(() => {
  closeShipTo();
  storeDestination('');
  vi.stubGlobal('fetch', async () => Response.json({ version: 1, countries: COUNTRIES }));
});

const show = () =>
  renderPage(
    <>
      <ShipToButton className="flex" />
      <ShipToDialogSlot />
    </>,
  );
const button = () => page.getByRole('button', { name: /^Ship to( Kenya| Uganda)?$/ });
const country = () => page.getByRole('combobox', { name: 'Country' });

test('chooses country, port and buyer by keyboard, and gives the focus back', async () => {
  await show();
  button().element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(country()).toHaveFocus();
  await country().selectOptions('Kenya');
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByRole('combobox', { name: 'Port of arrival' })).toHaveFocus();
  await page.getByRole('combobox', { name: 'Port of arrival' }).selectOptions('Lamu');
  await userEvent.keyboard('{Tab}');
  await page.getByRole('combobox', { name: 'Who imports the car?' }).selectOptions('A company');
  await userEvent.keyboard('{Tab}{Enter}');
  await expect.element(button()).toHaveTextContent('Ship to Kenya');
  await expect.element(button()).toHaveFocus();
  expect(localStorage.getItem('ship-to')).toBe('KE-KELAU-company');
});

test('asks for a country, and keeps the choice on Escape', async () => {
  await show();
  await button().click();
  await page.getByRole('button', { name: 'Ship to this country' }).click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Choose a country.');
  await expect.element(country()).toHaveAttribute('aria-invalid', 'true');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(localStorage.getItem('ship-to')).toBeNull();
});

test('clears the destination', async () => {
  storeDestination('KE-KEMBA');
  await show();
  await button().click();
  await expect.element(country()).toHaveValue('KE');
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect.element(button()).toHaveTextContent('Ship to');
  expect(localStorage.getItem('ship-to')).toBeNull();
});

test('says that a landlocked country has no port, and fits a phone', async () => {
  await page.viewport(360, 740);
  storeDestination('UG');
  await show();
  await button().click();
  await expect.element(page.getByText('This country has no seaport in our list.', { exact: false })).toBeVisible();
  await expect.element(page.getByRole('combobox', { name: 'Port of arrival' })).toBeDisabled();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
});

test('offers the known cities of a country, and drops the city with its country', async () => {
  storeDestination('UG_Nairobi');
  await show();
  await button().click();
  const city = page.getByRole('combobox', { name: 'City' });
  const save = page.getByRole('button', { name: 'Ship to this country' });
  await expect.element(city).toHaveValue('');
  await city.selectOptions('Kampala');
  await save.click();
  expect(localStorage.getItem('ship-to')).toBe('UG_Kampala');
  await button().click();
  await expect.element(city).toHaveValue('Kampala');
  await country().selectOptions('Kenya');
  await expect.element(city).not.toBeInTheDocument();
  await save.click();
  expect(localStorage.getItem('ship-to')).toBe('KE-KEMBA');
});

test('saves a destination without a connection', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no connection')));
  storeDestination('UG_Kampala');
  await show();
  await button().click();
  await expect.element(country()).toHaveValue('UG');
  await expect.element(page.getByRole('combobox', { name: 'City' })).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Ship to this country' }).click();
  expect(localStorage.getItem('ship-to')).toBe('UG_Kampala');
});
