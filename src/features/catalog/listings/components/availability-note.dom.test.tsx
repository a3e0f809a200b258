import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage } from '../../../../../tests/support/runner/dom-page.tsx';
import { AvailabilityNote } from './availability-note.tsx';

test('counts down the minutes of a hold, and the car is free when they are over', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'Date'], now: Date.parse('2026-12-03T10:00:30Z') });
  onTestFinished(() => void vi.useRealTimers());
  const note = (until: string) => <AvailabilityNote car={{ hold: { until, minutes: 9 }, availableFrom: null }} />;
  await renderPage(note('2026-12-03T10:12:00Z'));
  await expect.element(page.getByText('Reserved, free again in 12 min')).toBeVisible();
  vi.advanceTimersByTime(11 * 60_000);
  await expect.element(page.getByText('Reserved, free again in 1 min')).toBeVisible();
  vi.advanceTimersByTime(60_000);
  await expect.element(page.getByText('Reserved')).not.toBeInTheDocument();
});

test('names the first free day of a rented car', async () => {
  await renderPage(<AvailabilityNote car={{ hold: null, availableFrom: '2026-12-03' }} />);
  await expect.element(page.getByText('Free from Dec 3')).toBeVisible();
});
