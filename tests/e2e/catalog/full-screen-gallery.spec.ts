import { expect, type Page } from '@playwright/test';
import { expectShown, open, test } from '../../support/journeys/journey.ts';

async function openFirstCar(page: Page): Promise<void> {
  await open(page, '/CarExplore?make=BYD');
  await page.getByRole('article').first().getByRole('link').click();
  await expect(page).toHaveURL(/\/buy-car\//);
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Photos of this car' });
const openButton = (page: Page) => page.getByRole('button', { name: 'View full screen' });

/** Width of the shown picture relative to the screen. */
const magnification = (page: Page) =>
  dialogOf(page)
    .locator('[data-current] > div')
    .evaluate((slide) => slide.getBoundingClientRect().width / innerWidth);

test('photos open in full screen by keyboard, and the focus returns', { tag: '@once' }, async ({ page }) => {
  await openFirstCar(page);
  const gallery = dialogOf(page);
  await openButton(page).focus();
  await page.keyboard.press('Enter');
  await expect(gallery.getByRole('img', { name: /picture 1 of 4$/ })).toBeVisible();
  await expectShown(page);

  await page.keyboard.press('ArrowLeft');
  await expect(gallery.getByRole('status')).toHaveText(/picture 1 of 4$/);
  await expect(gallery.getByRole('img', { name: /picture 2 of 4$/ }), 'not loaded before it is shown').toHaveCount(0);
  await page.keyboard.press('ArrowRight');
  await expect(gallery.getByRole('status')).toHaveText(/picture 2 of 4$/);
  await expect(gallery.getByText('2 / 4')).toBeVisible();

  await page.keyboard.press('+');
  await expect.poll(() => magnification(page)).toBeCloseTo(1.5);
  await page.keyboard.press('ArrowRight');
  await expect(gallery.getByRole('status'), 'arrows move a magnified picture').toHaveText(/picture 2 of 4$/);
  await page.keyboard.press('0');
  await expect.poll(() => magnification(page)).toBeCloseTo(1);

  await page.keyboard.press('Escape');
  await expect(gallery).toHaveCount(0);
  await expect(openButton(page)).toBeFocused();
  await expect(page.getByRole('button', { name: 'Show photo 2' })).toHaveAttribute('aria-current', 'true');
});

test.describe('on a desktop', () => {
  test.use({ viewport: { width: 1440, height: 900 }, hasTouch: false });

  test('a click opens the photo, buttons turn and zoom, and a double click magnifies', { tag: '@once' }, async ({
    page,
  }) => {
    await openFirstCar(page);
    const gallery = dialogOf(page);
    await page.locator('.car-gallery li').first().click();
    const previous = gallery.getByRole('button', { name: 'Previous photo' });
    const next = gallery.getByRole('button', { name: 'Next photo' });
    await expect(previous).toHaveAttribute('aria-disabled', 'true');
    for (let place = 2; place <= 4; place++) {
      await next.click();
      await expect(gallery.getByText(`${place} / 4`)).toBeVisible();
    }
    await expect(next).toHaveAttribute('aria-disabled', 'true');
    await gallery.getByRole('button', { name: 'Zoom in' }).click();
    await expect.poll(() => magnification(page)).toBeCloseTo(1.5);
    await gallery.getByRole('button', { name: 'Zoom out' }).click();
    await expect.poll(() => magnification(page)).toBeCloseTo(1);
    await gallery.locator('.full-screen-stage').dblclick();
    await expect.poll(() => magnification(page)).toBeCloseTo(2.5);
    await gallery.getByRole('button', { name: 'Close' }).click();
    await expect(gallery).toHaveCount(0);
  });
});

test('fingers swipe, pinch and pan @once', async ({ page }) => {
  await openFirstCar(page);
  const gallery = dialogOf(page);
  await openButton(page).tap();
  await expect(gallery.getByRole('img')).toBeVisible();
  const device = await page.context().newCDPSession(page);
  const touch = (type: string, ...touchPoints: { x: number; y: number; id: number }[]) =>
    device.send('Input.dispatchTouchEvent', { type, touchPoints } as never);

  await touch('touchStart', { x: 280, y: 360, id: 0 });
  for (const x of [250, 200, 140, 90]) await touch('touchMove', { x, y: 362, id: 0 });
  await touch('touchEnd');
  await expect(gallery.getByText('2 / 4')).toBeVisible();

  const spread = (by: number) => [
    { x: 180 - by, y: 370, id: 0 },
    { x: 180 + by, y: 370, id: 1 },
  ];
  await touch('touchStart', ...spread(30));
  for (const by of [40, 60, 75, 90]) await touch('touchMove', ...spread(by));
  await touch('touchEnd');
  await expect.poll(() => magnification(page)).toBeCloseTo(3);

  const left = () =>
    gallery.locator('[data-current] > div').evaluate((slide) => Math.round(slide.getBoundingClientRect().left));
  const before = await left();
  await touch('touchStart', { x: 200, y: 370, id: 0 });
  for (const x of [190, 170, 150]) await touch('touchMove', { x, y: 370, id: 0 });
  await touch('touchEnd');
  await expect.poll(left).toBe(before - 50);
  await expect(gallery.getByText('2 / 4'), 'panning does not turn the page').toBeVisible();
});
