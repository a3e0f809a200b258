import { expect, type Page, test } from '@playwright/test';
import { expectNoSideways } from '../support/journeys/journey.ts';
import { openPseudo, speakPseudo } from '../support/journeys/pseudo-locale.ts';
import { type PageData, plain, readPageData, wordsIn } from '../support/server/page-data.ts';

const PAGES = [
  '/',
  '/CarExplore',
  '/CarExplore?mode=rent&q=777',
  '/ContactUs',
  '/ComingSoon',
  '/no-such-page',
  '/Offline',
];
const ENTRANCES = ['/login', '/signup', '/forgotpassword', '/ResetPassword?token=x', '/ConfirmNewsletter?token=x'];
const LANDINGS = ['/used-cars', '/used-cars/byd', '/used-cars/byd?page=2', '/rent-cars/type/suv', '/used-cars/nobody'];
const ARTICLES = ['/AboutUs', '/blogs', '/blog/how-to-decode-vin-china'];
const LATIN = /^[A-Za-z]{2,}/;
/** Dates are formatted by the browser, in the language of the page. */
const DATE = /^[A-Z][a-z]{2} \d{1,2}, \d{4}( UTC)?$/;
const MESSAGE = /\u202e[^\u202c]*\u202c/g;

/** Returns the texts and accessible names on a page that come neither from a message nor from data. */
async function hardCoded(page: Page, data: PageData, inArticle: boolean): Promise<string[]> {
  const isData = (text: string) =>
    data.texts.has(text) ||
    DATE.test(text) ||
    (inArticle && text.split(', ').every((part) => data.articles.includes(part))) ||
    wordsIn(text).every((word) => !LATIN.test(word) || data.words.has(word));
  const texts = (await visibleTexts(page)).map((text) => plain(text.replaceAll(MESSAGE, ' ')));
  return [...new Set(texts)].filter((text) => !isData(text));
}

function visibleTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode;
      if (parentElement && !parentElement.closest('script, style, noscript')) texts.push(textContent ?? '');
    }
    for (const name of ['aria-label', 'alt', 'placeholder', 'title', 'aria-valuetext'])
      for (const element of document.body.querySelectorAll(`[${name}]`)) texts.push(element.getAttribute(name) ?? '');
    return texts;
  });
}

/** Returns elements whose text is cut off or overflows a control, except in scrolling rows and with an ellipsis. */
function clipped(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const scrolls = '.carousel, .brand-strip, .car-gallery, [class*=overflow-x-auto], .sr-only, [hidden]';
    return [...document.body.querySelectorAll<HTMLElement>('*')]
      .filter((element) => {
        const { overflowX, textOverflow, display } = getComputedStyle(element);
        if (display === 'inline' || textOverflow === 'ellipsis' || element.closest(scrolls)) return false;
        if (element.clientWidth < 2 || !element.checkVisibility() || !element.textContent?.trim()) return false;
        const bounds = element.matches('button, a, summary, label, select') || ['hidden', 'clip'].includes(overflowX);
        const wider = element.scrollWidth > element.clientWidth + 1;
        const cut = overflowX === 'hidden' && element.scrollHeight > element.clientHeight + 1;
        return bounds && (wider || cut);
      })
      .map((element) => `${element.outerHTML.slice(0, 140)} ${element.scrollWidth}/${element.clientWidth}`);
  });
}

async function expectReady(page: Page, path: string, data: PageData): Promise<void> {
  await openPseudo(page, path);
  expect.soft(await hardCoded(page, data, ARTICLES.includes(path)), `hard-coded on ${path}`).toEqual([]);
  expect.soft(await clipped(page), `clipped on ${path}`).toEqual([]);
  await expectNoSideways(page);
}

test.beforeEach(({ page }) => speakPseudo(page));

for (const [name, pages] of Object.entries({
  pages: PAGES,
  entrances: ENTRANCES,
  'landing pages': LANDINGS,
  articles: ARTICLES,
})) {
  test(`${name} show only translated text and fit in a longer right-to-left language`, async ({ page }) => {
    const data = await readPageData(page.request);
    for (const path of pages) await expectReady(page, path, data);
  });
}

test('a car page shows only translated text and fits in a longer right-to-left language', async ({ page }) => {
  const [car] = await (await page.request.get('/api/listings/featured')).json();
  const data = await readPageData(page.request, car.listing_id);
  const answer = await page.request.get(`/buy-car/x-${car.listing_id}`);
  await expectReady(page, new URL(answer.url()).pathname, data);
});

test('hardCoded and clipped find untranslated and overflowing text', async ({ page }) => {
  const data = await readPageData(page.request);
  await page.setContent('<p>\u202eŠéľľ\u202c BYD</p><button style="width: 3rem" title="Sell">Immeasurable</button>');
  expect(await hardCoded(page, data, false)).toEqual(['Immeasurable', 'Sell']);
  expect(await clipped(page)).toHaveLength(1);
});
