import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage } from '../../../../../tests/support/runner/dom-page.tsx';
import { storeDestination } from '../client/destination.ts';
import { ShipToOfferSlot } from './ship-to-button.tsx';

beforeEach(() => {
  storeDestination('');
  localStorage.removeItem('ship-to-offer');
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['sw-KE', 'en']);
  const resolved = Intl.DateTimeFormat().resolvedOptions();
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
    ...resolved,
    timeZone: 'Africa/Nairobi',
  });
});

const offer = () => page.getByText('Ship to Kenya?');
const pause = () => new Promise((resolve) => setTimeout(resolve, 600));

test('offers the guessed country and takes it only when the visitor agrees', async () => {
  await renderPage(<ShipToOfferSlot />);
  await expect.element(offer()).toBeVisible();
  expect(localStorage.getItem('ship-to')).toBeNull();
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect.element(offer()).not.toBeInTheDocument();
  expect(localStorage.getItem('ship-to')).toBe('KE-KEMBA');
});

test('a refused offer does not come back', async () => {
  await renderPage(<ShipToOfferSlot key="first" />);
  await page.getByRole('button', { name: 'No' }).click();
  await expect.element(offer()).not.toBeInTheDocument();
  expect(localStorage.getItem('ship-to')).toBeNull();
  await renderPage(<ShipToOfferSlot key="second" />);
  await pause();
  await expect.element(offer()).not.toBeInTheDocument();
});

test('offers nothing where the address names a destination', async () => {
  await renderPage(<ShipToOfferSlot />, { at: '/?to=AE' });
  await pause();
  await expect.element(offer()).not.toBeInTheDocument();
});
