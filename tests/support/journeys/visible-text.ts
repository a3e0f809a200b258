import type { Page } from '@playwright/test';
import { type PageData, plain, wordsIn } from '../server/page-data.ts';

/** References of orders, and numbers, codes and hashes of documents, which workers may issue while a page is read. */
const IDENTIFIERS =
  /\bCQ-[0-9A-Z]{6}\b|\b[A-Z]{1,4}-(?:\d{4})?-\d{6}\b|\b[0-9A-Z]{5}-?[0-9A-Z]{5}\b|\b[0-9a-f]{32,}\b/g;

/** Returns the words and numbers of texts that come neither from the pseudo-locale nor from data. */
export function untranslated(texts: string[], data: PageData): string[] {
  const found = new Set<string>();
  for (const text of texts.map((one) => plain(one.replace(IDENTIFIERS, ''))))
    if (!data.texts.has(text))
      for (const word of wordsIn(text)) if (!data.words.has(word)) found.add(`${word} in “${text.slice(0, 300)}”`);
  return [...found];
}

/** Returns every text and accessible name of a page, with its title. Text that names its own language is content, and `pre` is code. */
export function visibleTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode;
      if (parentElement && !parentElement.closest('script, style, noscript, pre, body [lang]'))
        texts.push(textContent ?? '');
    }
    for (const name of ['aria-label', 'alt', 'placeholder', 'title', 'aria-valuetext'])
      for (const element of document.body.querySelectorAll(`[${name}]`)) texts.push(element.getAttribute(name) ?? '');
    return texts;
  });
}

/** Returns elements whose text is cut off or overflows a control, except in scrolling rows and with an ellipsis. */
export function clipped(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const scrolls = '.carousel, .brand-strip, .car-gallery, [class*=overflow-x-auto], .sr-only, [hidden]';
    return [...document.body.querySelectorAll<HTMLElement>('*')]
      .filter((element) => {
        const { overflowX, textOverflow, webkitLineClamp, display } = getComputedStyle(element);
        const isShortened = textOverflow === 'ellipsis' || webkitLineClamp !== 'none';
        if (display === 'inline' || isShortened || element.closest(scrolls)) return false;
        if (element.clientWidth < 2 || !element.checkVisibility() || !element.textContent?.trim()) return false;
        const bounds = element.matches('button, a, summary, label, select') || ['hidden', 'clip'].includes(overflowX);
        const wider = element.scrollWidth > element.clientWidth + 1;
        const cut = overflowX === 'hidden' && element.scrollHeight > element.clientHeight + 1;
        return bounds && (wider || cut);
      })
      .map((element) => `${element.outerHTML.slice(0, 140)} ${element.scrollWidth}/${element.clientWidth}`);
  });
}
