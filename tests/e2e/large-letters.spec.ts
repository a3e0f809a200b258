import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectLargeLettersFit, open, test } from '../support/journeys/journey.ts';
import { signInByCall } from '../support/journeys/journey-login.ts';
import { bookCar, payBalanceOf } from '../support/journeys/journey-orders.ts';

/** Pages that no journey checks with `expectScreens`, which measures them as well. */
const PUBLIC = [
  ...['/CarExplore?make=byd&minPrice=9000', '/verify', '/verify/0000000000', '/promise', '/ConfirmEmail?token=x'],
  ...[
    '/AdminInvitation?token=x',
    '/used-cars/province/guangdong',
    '/used-cars/byd/seal',
    '/rent-cars/byd',
    '/sellers/1',
  ],
  ...['/rent-cars/byd/seal', '/rent-cars/type/suv', '/rent-cars/fuel/electric', '/rent-cars/province/guangdong'],
  ...['/rent-cars/price/50-100', '/LandedCost/0000000000', '/v/0000000000'],
];
const ACCOUNT = [
  '/SellCar',
  '/my-payouts',
  '/my-bank-account',
  '/my-claims',
  '/conversations',
  '/ask/office',
  '/my-api-keys',
  '/Yard',
];

async function measure(page: Page, paths: string[]): Promise<void> {
  for (const path of paths) {
    await test.step(path, async () => {
      await open(page, path);
      await expectLargeLettersFit(page);
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
  ];
}

/** Pages that ask a visitor to log in. */
async function paymentPages(page: Page): Promise<string[]> {
  const { listings } = await (await page.request.get('/api/api/listings/listings?page=1&limit=1&rentSell=Sell')).json();
  const [{ listing_id: car }] = listings;
  return [`/payment/${car}`, `/payment/${car}/transfer`];
}

test('public pages do not scroll sideways with letters of 150 % and 200 %', { tag: '@once' }, async ({ page }) => {
  await measure(page, [...PUBLIC, ...(await carPages(page))]);
  // A page for other sites, without scripts.
  await page.goto('/embed/import?country=KE');
  await expectLargeLettersFit(page);
});

test('pages of the account do not scroll sideways with letters of 150 % and 200 %', { tag: '@once' }, async ({
  page,
}) => {
  const { order } = await bookCar(page, 'Sell', 20_000);
  const ofOrder = ['', '/pay', '/deposit', '/consignee', '/transport'].map((rest) => `/my-orders/${order}${rest}`);
  await measure(page, [...ofOrder, `/contracts/${order}`, `/BookingImport/${order}`]);
  await payBalanceOf(page.request, order);
  const multipart = {
    kind: 'damaged',
    key: randomUUID(),
    text: 'The windscreen has a crack of 40 cm on the left side.',
  };
  const { claim } = await (await page.request.post(`/api/orders/${order}/claims`, { multipart })).json();
  await measure(page, [`/my-claims/${claim.id}`]);
  await page.context().clearCookies();
  await signInByCall(page);
  await measure(page, [...ACCOUNT, ...(await paymentPages(page))]);
});
