import { expectAccessible, expectNoSideways, open, test } from '../support/journey.ts';

const PAGES = [
  '/',
  '/CarExplore',
  '/CarExplore?mode=rent&q=zzzz',
  '/no-such-page',
  '/ComingSoon',
  '/buy-car/nothing-999999',
];

for (const path of PAGES) {
  test(`${path} can be used by everybody`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await open(page, path);
    await expectAccessible(page);
    await expectNoSideways(page);
  });
}

test('a car’s page can be used by everybody', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, '/CarExplore');
  await page.getByRole('article').first().getByRole('link').click();
  await page.getByRole('heading', { name: 'Vehicle Specifications' }).waitFor();
  await page.getByText('Price breakdown').click();
  await page.getByText('Change the terms').click();
  await expectAccessible(page);
  await expectNoSideways(page);
});
