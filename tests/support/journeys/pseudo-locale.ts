import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { ready } from './journey.ts';

/**
 * Opens a page in a pseudo-language: messages have accented letters, are a third longer and run from right to left; text that is
 * not a message is unchanged. The server renders English, so React finds other text than it expects and renders the page again.
 */
export async function openPseudo(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await ready(page);
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl';
    return document.fonts.ready;
  });
}

/** Makes every page opened from now on use the pseudo-language. */
export async function speakPseudo(page: Page): Promise<void> {
  await page.addInitScript(inventLanguage, [...messageIds()]);
}

/** Returns all message ids, which distinguish a message catalog from other JSON. */
function messageIds(folder = 'messages/en'): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? messageIds(path) : Object.keys(JSON.parse(readFileSync(path, 'utf8')));
  });
}

/** Runs in the page before its scripts and translates the message catalogs that they read with `JSON.parse`. */
function inventLanguage(ids: string[]): void {
  const known = new Set(ids);
  const [plain, accented] = [
    'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ',
    'áƀçđéƒğħíĵķľḿñóþɋřšťúṽŵẋýžÁɃÇĐÉƑĞĦÍĴĶĽḾÑÓÞɊŘŠŤÚṼŴẊÝŽ',
  ];
  const letters = new Map([...plain].map((letter, at) => [letter, [...accented][at] ?? letter]));
  const invented = (text: string) => {
    if (!/\p{Letter}/u.test(text)) return text;
    const longer =
      text + ' ěxťŕá'.repeat(Math.ceil(text.trim().length / 18)).replace(/^ /, text.endsWith(' ') ? '' : ' ');
    return `\u202e${[...longer].map((letter) => letters.get(letter) ?? letter).join('')}\u202c`;
  };
  const translated = (message: unknown): unknown => {
    if (typeof message === 'string') return invented(message);
    if (!Array.isArray(message)) return message;
    return message.map((token) => {
      if (typeof token === 'string') return invented(token);
      if (!Array.isArray(token) || typeof token[2] !== 'object' || token[2] === null) return token;
      const forms = Object.entries(token[2]).map(([form, words]) => [
        form,
        form === 'offset' ? words : translated(words),
      ]);
      return [token[0], token[1], Object.fromEntries(forms)];
    });
  };
  const parse = JSON.parse;
  JSON.parse = (text, reviver) => {
    const data = parse(text, reviver);
    const names = data && typeof data === 'object' && !Array.isArray(data) ? Object.keys(data) : [];
    if (names.length === 0 || !names.every((name) => known.has(name))) return data;
    return Object.fromEntries(names.map((name) => [name, translated(data[name])]));
  };
}
