import type { Page } from '@playwright/test';
import { expectNoSideways, open, test } from '../support/journeys/journey.ts';
import { signInByCall } from '../support/journeys/journey-login.ts';
import { bookCar } from '../support/journeys/journey-orders.ts';

/** The sizes of letters that a reader can set in the browser, in pixels: 150 % and 200 % of the usual 16. */
const SIZES = [24, 32];

const PUBLIC = [
  ...['/', '/CarExplore', '/CarExplore?mode=rent&q=777', '/CarExplore?make=byd&minPrice=9000', '/CarExplore?to=KE'],
  ...[
    '/compare',
    '/ContactUs',
    '/verify',
    '/verify/0000000000',
    '/promise',
    '/ComingSoon',
    '/no-such-page',
    '/Offline',
  ],
  ...[
    '/login',
    '/signup',
    '/forgotpassword',
    '/ResetPassword?token=x',
    '/ConfirmEmail?token=x',
    '/Unsubscribe?token=x',
  ],
  ...['/ConfirmNewsletter?token=x', '/CancelConsignee?token=x', '/UndoEmailChange?token=x', '/AdminLogin'],
  ...['/AdminInvitation?token=x', '/used-cars', '/used-cars/byd', '/used-cars/nobody', '/used-cars/type/suv'],
  ...['/used-cars/fuel/electric', '/used-cars/province/guangdong', '/used-cars/price/10000-20000', '/rent-cars'],
  ...['/AboutUs', '/blogs', '/blog/how-to-decode-vin-china', '/import', '/import/kenya', '/sellers/1'],
];
const ACCOUNT = [
  ...['/Dashboard', '/Profile', '/ChangePassword', '/AccountSecurity', '/SellCar', '/my-payouts', '/my-bank-account'],
  '/my-claims',
];

/** Measures pages at each size as if the reader had set it in the browser, which also moves the limits of the layout. */
async function measure(page: Page, paths: string[]): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  for (const path of paths) {
    await test.step(path, async () => {
      await open(page, path);
      for (const size of SIZES) {
        await browser.send('Page.setFontSizes', { fontSizes: { standard: size, fixed: size } });
        await page.waitForFunction((px) => getComputedStyle(document.documentElement).fontSize === `${px}px`, size);
        await expectNoSideways(page);
      }
    });
  }
}

async function carPages(page: Page): Promise<string[]> {
  const first = async (offer: string) =>
    (await (await page.request.get(`/api/api/listings/listings?page=1&limit=2&rentSell=${offer}`)).json()).listings;
  const [[sale, other], [rental]] = [await first('Sell'), await first('Rent')];
  return [
    `/buy-car/x-${sale.listing_id}`,
    `/buy-car/x-${sale.listing_id}?to=KE`,
    `/rent-car/x-${rental.listing_id}`,
    `/compare?cars=${sale.listing_id},${other.listing_id}`,
    `/payment/${sale.listing_id}`,
    `/payment/${sale.listing_id}/transfer`,
  ];
}

test('public pages do not scroll sideways with letters of 150 % and 200 %', { tag: '@once' }, async ({ page }) => {
  await measure(page, [...PUBLIC, ...(await carPages(page))]);
});

test('pages of the account do not scroll sideways with letters of 150 % and 200 %', { tag: '@once' }, async ({
  page,
}) => {
  const { order } = await bookCar(page, 'Sell', 20_000);
  const ofOrder = ['', '/pay', '/consignee', '/transport'].map((rest) => `/my-orders/${order}${rest}`);
  await measure(page, [...ofOrder, `/contracts/${order}`]);
  await page.context().clearCookies();
  await signInByCall(page);
  await measure(page, [...ACCOUNT, ...(await carPages(page))]);
});
