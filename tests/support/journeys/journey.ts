import { readFileSync } from 'node:fs';
import { type CDPSession, expect, type Locator, type Page, test as plain } from '@playwright/test';

/** Half the size of the readable version, which the browser would parse on every screen. */
const AXE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

const MAX_TABS = 90;
/** Viewport and theme of the other project, for journeys that run once. */
const WIDE_AND_DARK: Look = { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' };
/** The width of the narrowest screen that every page fits. */
const NARROW = 320;
/** The sizes of letters that a reader can set in the browser, in pixels: 150 % and 200 % of the usual 16. */
const LARGE_LETTERS = [24, 32];
const USUAL_LETTERS = { standard: 16, fixed: 13 };

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
 * Loads each screen once and checks it like `expectShown`, the first with its frame, and also on a narrow screen and with large letters.
 * The first screen is loaded as on a phone, the second as on a wide screen in the dark theme, and so on, so that each is changed once. A
 * failure names the screen. After a failed accessibility check the remaining screens are still checked.
 * `largeLetters` is false for the back office, which is made for desktops.
 */
export async function expectScreens(page: Page, paths: string[], { largeLetters = true } = {}): Promise<void> {
  const usual = usualLook(page);
  const looks: [Look, Look] = [usual, WIDE_AND_DARK];
  for (const [at, path] of paths.entries()) {
    await test.step(path, async () => {
      await open(page, path);
      const without = at === 0 ? [] : FRAME;
      for (const [nth, look] of looks.entries()) {
        if (nth > 0) await change(page, look);
        await expectLook(page, look, without);
        if (look !== usual) continue;
        await expectNarrowFits(page, usual);
        if (largeLetters) await expectLargeLettersFit(page);
      }
      looks.reverse();
    });
  }
  if (looks[0] !== usual) await change(page, usual);
}

/** The site's header and footer: a quarter of a page's elements, the same on every page. */
const FRAME = ['header.sticky', 'footer'];

/** Runs axe in the page: its adapter for Playwright opens a second page for each run, which takes five times as long. */
async function violations(page: Page, without: string[] = []): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window)))
    await (await devToolsOf(page)).send('Runtime.evaluate', { expression: AXE });
  return page.evaluate(violationsOfPage, without);
}

const devTools = new WeakMap<Page, Promise<CDPSession>>();

/** Evaluating a long script by DevTools costs half the time of `page.evaluate`. */
function devToolsOf(page: Page): Promise<CDPSession> {
  const session = devTools.get(page) ?? page.context().newCDPSession(page);
  devTools.set(page, session);
  return session;
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
export async function expectShown(page: Page, without = FRAME): Promise<void> {
  const usual = usualLook(page);
  await expectLook(page, usual, without);
  await change(page, WIDE_AND_DARK);
  await expectLook(page, WIDE_AND_DARK, without);
  await change(page, usual);
}

type Look = { viewport: { width: number; height: number }; colorScheme: 'light' | 'dark' | 'no-preference' };

function usualLook(page: Page): Look {
  const viewport = page.viewportSize();
  if (!viewport) throw new Error('The page has no fixed size');
  return { viewport, colorScheme: test.info().project.use.colorScheme ?? 'light' };
}

async function expectLook(page: Page, { colorScheme }: Look, without: string[]): Promise<void> {
  await expectNoSideways(page);
  const { pathname } = new URL(page.url());
  await expectSoftly.poll(() => violations(page, without), `accessibility of ${pathname}, ${colorScheme}`).toEqual([]);
}

/** Changes width and theme together, so that the page computes its styles once, and waits until it shows the theme. */
async function change(page: Page, { viewport, colorScheme }: Look): Promise<void> {
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const before = await ground();
  await Promise.all([page.setViewportSize(viewport), page.emulateMedia({ colorScheme })]);
  await expect.poll(ground).not.toBe(before);
}

/** Checks that the current screen fits the narrowest width. */
export async function expectNarrowFits(page: Page, { viewport }: Look = usualLook(page)): Promise<void> {
  await page.setViewportSize({ width: NARROW, height: 640 });
  await expectNoSideways(page);
  await page.setViewportSize(viewport);
}

/** Measures the page at each size of letters as if the reader had set it in the browser, which also moves the limits of the layout. */
export async function expectLargeLettersFit(page: Page): Promise<void> {
  const browser = await devToolsOf(page);
  const setSize = async (fontSizes: { standard: number; fixed: number }) => {
    await browser.send('Page.setFontSizes', { fontSizes });
    const size = `${fontSizes.standard}px`;
    await page.waitForFunction((px) => getComputedStyle(document.documentElement).fontSize === px, size);
  };
  for (const size of LARGE_LETTERS) {
    await setSize({ standard: size, fixed: size });
    await expectNoSideways(page);
  }
  await setSize(USUAL_LETTERS);
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
    (element) => element.getBoundingClientRect().right > innerWidth,
  );
  const names = wide.slice(0, 8).map((element) => `${element.tagName} ${element.className}`.slice(0, 80));
  return [`${excess} px too wide`, ...names];
}
