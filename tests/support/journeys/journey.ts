import { expect, type Locator, type Page, test as plain } from '@playwright/test';
import axe from 'axe-core';

const MAX_TABS = 90;
/** Viewport and theme of the other project, for journeys that run once. */
const WIDE_AND_DARK = { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' } as const;

/** A test that fails if the page reports errors, such as script errors, blocked styles or failed hydration. */
export const test = plain.extend<{ errors: string[] }>({
  errors: [
    async ({ page }, use) => {
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(String(error)));
      page.on('console', (message) => {
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
          errors.push(message.text());
      });
      await use(errors);
      expect(errors).toEqual([]);
    },
    { auto: true },
  ],
});

/** Presses Tab until the target has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let tab = 0; tab < MAX_TABS; tab++) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`The keyboard does not reach ${target}`);
}

/** Opens a page and waits for its hydration. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await ready(page);
}

/** Waits for hydration and then for two frames, in which effects (such as adding key listeners) run. */
export async function ready(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react')),
  );
  await page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))),
  );
}

/**
 * Loads each screen once and checks it like `expectShown`, the first with its frame. A failure names the screen. After a failed
 * accessibility check the remaining screens are still checked.
 */
export async function expectScreens(page: Page, paths: string[], narrow?: number): Promise<void> {
  for (const [at, path] of paths.entries()) {
    await test.step(path, async () => {
      await open(page, path);
      await expectShown(page, narrow, at === 0 ? [] : FRAME);
    });
  }
}

/** The site's header and footer: a quarter of a page's elements, the same on every page. */
const FRAME = ['header.sticky', 'footer'];

/** Runs axe in the page: its adapter for Playwright opens a second page for each run, which takes five times as long. */
async function violations(page: Page, without: string[] = []): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(violationsOfPage, without);
}

/** Checks the page with its frame. */
export async function expectAccessible(page: Page): Promise<void> {
  await expect.poll(() => violations(page)).toEqual([]);
}

/** Reports violations and continues. Retries for some seconds first, because colors of a page change over several frames. */
const expectSoftly = expect.configure({ soft: true, timeout: 5_000 });

/**
 * Checks width and, without the page's frame, accessibility of the current screen, and again on a wide screen in the dark theme. For journeys
 * with the tag @once.
 */
export async function expectShown(page: Page, narrow?: number, without = FRAME): Promise<void> {
  const path = new URL(page.url()).pathname;
  await expectNoSideways(page);
  await expectSoftly.poll(() => violations(page, without), `accessibility of ${path}`).toEqual([]);
  const usual = page.viewportSize();
  const { colorScheme } = test.info().project.use;
  if (!usual) return;
  if (narrow) {
    await page.setViewportSize({ width: narrow, height: 640 });
    await expectNoSideways(page);
  }
  // A large page takes a few frames to change its colors.
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  await showIn(page, WIDE_AND_DARK);
  await expect.poll(ground).not.toBe(light);
  await expectNoSideways(page);
  await expectSoftly
    .poll(() => violations(page, without), `accessibility of ${path} on a wide screen in the dark`)
    .toEqual([]);
  await showIn(page, { viewport: usual, colorScheme: colorScheme ?? 'light' });
  await expect.poll(ground).toBe(light);
}

type Look = { viewport: { width: number; height: number }; colorScheme: 'light' | 'dark' | 'no-preference' };

/** Changes width and theme together, so that the page computes its styles once. */
async function showIn(page: Page, { viewport, colorScheme }: Look): Promise<void> {
  await Promise.all([page.setViewportSize(viewport), page.emulateMedia({ colorScheme })]);
}

/** Waits for transitions first, because a text that is still fading in has too little contrast. */
async function violationsOfPage(without: string[]): Promise<string[]> {
  const ending = document.getAnimations().filter(({ playState, timeline, effect }) => {
    const lasts = effect?.getComputedTiming().endTime;
    return playState === 'running' && timeline === document.timeline && lasts !== Number.POSITIVE_INFINITY;
  });
  await Promise.allSettled(ending.map(({ finished }) => finished));
  const { axe } = window as unknown as { axe: typeof import('axe-core') };
  const { violations } = await axe.run({ exclude: without }, { resultTypes: ['violations'] });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}

/** Checks that the page does not scroll sideways, after a changed width was laid out. A failure names the overflowing elements. */
export async function expectNoSideways(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(sticksOut)).toEqual([]);
}

function sticksOut(): string[] {
  const excess = document.documentElement.scrollWidth - innerWidth;
  if (excess <= 0) return [];
  const wide = [...document.body.querySelectorAll('*')].filter(
    (element) => element.getBoundingClientRect().right > innerWidth + 1,
  );
  const names = wide.slice(0, 8).map((element) => `${element.tagName} ${element.className}`.slice(0, 80));
  return [`${excess} px too wide`, ...names];
}
