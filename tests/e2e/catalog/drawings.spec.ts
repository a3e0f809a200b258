import { expect } from '@playwright/test';
import { open, test } from '../../support/journeys/journey.ts';

/** Drawings wait for the drawings of other journeys. */
const WHEN_DRAWN = { timeout: 60_000 };

test('only drawings for the current theme are loaded', { tag: '@once' }, async ({ page, colorScheme }) => {
  const night: boolean[] = [];
  page.on('request', (request) => {
    const [, key] = /\/api\/media\/(demo-[^?]+)/.exec(request.url()) ?? [];
    if (key) night.push(key.endsWith('-night'));
  });
  const dark = colorScheme === 'dark';
  const first = page
    .getByRole('article')
    .first()
    .getByRole('img', { name: /^Drawing: / });
  const isLoaded = () => first.evaluate((picture: HTMLImageElement) => picture.naturalWidth > 0);
  // No other test adds cars of these makes, which would come first and have no drawing.
  await open(page, '/CarExplore?make=Changan');
  await expect.poll(isLoaded, WHEN_DRAWN).toBe(true);
  expect(new Set(night)).toEqual(new Set([dark]));
  await expect(page.getByRole('article').first().getByText('Drawing', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Dark theme' }).click();
  await expect.poll(() => night.includes(!dark), WHEN_DRAWN).toBe(true);
  await page.goto('about:blank');
  night.length = 0;
  await open(page, '/CarExplore?make=Chery');
  await expect.poll(isLoaded, WHEN_DRAWN).toBe(true);
  expect(new Set(night), 'also in a theme that differs from that of the system').toEqual(new Set([!dark]));
});
