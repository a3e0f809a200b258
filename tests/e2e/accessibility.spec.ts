import { expect } from '@playwright/test';
import {
  expectLargeLettersFit,
  expectNarrowFits,
  expectNoSideways,
  expectScreens,
  expectShown,
  open,
  test,
} from '../support/journeys/journey.ts';

const ARTICLES = ['/AboutUs', '/ContactUs', '/blogs', '/blog/how-to-decode-vin-china'];
const PAGES = {
  'home page and lists of cars': ['/', '/CarExplore', '/CarExplore?mode=rent&q=zzzz', '/CarExplore?to=AE-AEJEA'],
  comparisons: ['/compare', '/compare?cars=1,2,3,4,x,99999'],
  'landing pages': [
    '/used-cars',
    '/used-cars/byd',
    '/rent-cars/type/suv',
    '/used-cars/price/10000-20000',
    '/used-cars?to=KE',
  ],
  'articles and forms': [...ARTICLES, '/ConfirmNewsletter?token=x', '/Unsubscribe?token=x'],
  'missing pages': [
    '/no-such-page',
    '/ComingSoon',
    '/Offline',
    '/buy-car/nothing-999999',
    '/used-cars/nobody',
    '/blog/nothing',
  ],
  'import rules': ['/import', '/import/kenya', '/import/aruba'],
};

for (const [name, paths] of Object.entries(PAGES))
  test(`${name} pass the accessibility checks and do not scroll sideways`, { tag: '@once' }, ({ page }) =>
    expectScreens(page, paths),
  );

/** The same lists as above, with other cars. */
test('lists fit a 320 px wide screen and letters of 150 % and 200 %', { tag: '@once' }, async ({ page }) => {
  for (const path of ['/CarExplore?mode=rent', '/CarExplore?to=KE']) {
    await open(page, path);
    await expectNarrowFits(page);
    await expectLargeLettersFit(page);
  }
});

test('a car page takes the focus, passes the accessibility checks and fits a 320 px wide screen', {
  tag: '@once',
}, async ({ page }) => {
  await open(page, '/CarExplore');
  await page.getByRole('article').first().getByRole('link').click();
  await page.getByRole('heading', { name: 'Vehicle Specifications' }).waitFor();
  await expect(page.getByRole('main')).toBeFocused();
  await page.getByText('Price breakdown').click();
  await page.getByText('Adjust the estimate').click();
  await expectShown(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSideways(page);
});

test('the legal texts pass the accessibility checks', { tag: '@once' }, async ({ page }) => {
  await open(page, '/ComingSoon');
  await page.getByRole('contentinfo').getByRole('button', { name: 'Terms of Service' }).click();
  await expect(page.getByRole('dialog').getByText('Aug 30, 2024')).toBeVisible();
  await expectShown(page);
});
