import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test as plain } from '@playwright/test';
import { freePort } from '#lib/server/database/embedded/embedded-postgres.ts';
import { readCatalog, writeCatalog } from '../../../scripts/build-messages.ts';
import { areasOfAllPages } from '../../../src/page-areas.ts';

/**
 * Intl writes its dates and numbers as in Egypt, with other digits and from right to left. A date or number that was not
 * formatted by the translator stands out.
 */
const LOCALE = 'ar-EG-x-pseudo';
const [PLAIN, CHANGED] = [
  'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789',
  'áƀçđéƒğħíĵķľḿñóþɋřšťúṽŵẋýžÁɃÇĐÉƑĞĦÍĴĶĽḾÑÓÞɊŘŠŤÚṼŴẊÝŽ۰۱۲۳۴۵۶۷۸۹',
];
const changes = new Map([...PLAIN].map((letter, at) => [letter, [...CHANGED][at] ?? letter]));

/** The pseudo-translation of a text: letters have accents, digits are Persian, and the text is a third longer. */
export function pseudoTranslation(text: string): string {
  if (!/[\p{Letter}\d]/u.test(text)) return text;
  const filler = ' ěxťŕá'.repeat(Math.ceil(text.trim().length / 18));
  const longer = text.endsWith(' ') ? `${text}${filler.trimStart()} ` : text + filler;
  return [...longer].map((letter) => changes.get(letter) ?? letter).join('');
}

export type PseudoSite = { url: string; dataDir: string };

/** A test whose pages, mails and documents come from a copy of the built site that has only the pseudo-locale. */
export const test = plain.extend<object, { site: PseudoSite }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires the pattern
    async ({}, use) => {
      const folder = copyOfBuild();
      const port = await freePort();
      const site = { url: `http://127.0.0.1:${port}`, dataDir: join(folder, 'data') };
      const server = spawn(process.execPath, ['build/server/server.js'], {
        cwd: folder,
        env: {
          ...process.env,
          PORT: String(port),
          DATA_DIR: site.dataDir,
          NODE_ENV: 'production',
          DEMO_LISTINGS: '120',
        },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      const ended = new Promise((end) => server.once('exit', end));
      try {
        await answers(`${site.url}/api/ready`, ended);
        await use(site);
      } finally {
        server.kill('SIGTERM');
        await ended;
        rmSync(folder, { recursive: true, force: true });
      }
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: ({ site }, use) => use(site.url),
});

/** Copies the files that the built site needs, with the pseudo-locale instead of English. */
function copyOfBuild(): string {
  const folder = mkdtempSync(join(tmpdir(), 'carquay-pseudo-'));
  for (const name of ['package.json', 'build', 'content', 'db'])
    cpSync(name, join(folder, name), { recursive: true, verbatimSymlinks: true });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  const catalog = readCatalog('messages/en', pseudoTranslation);
  const messages = join(folder, 'build/server/messages');
  const facts = writeCatalog(messages, LOCALE, catalog);
  writeFileSync(join(messages, 'locales.json'), JSON.stringify({ default: LOCALE, locales: { [LOCALE]: facts } }));
  for (const area of areasOfAllPages())
    writeFileSync(
      join(folder, `build/client/assets/messages-${LOCALE}-${area}-${facts.version}.js`),
      readFileSync(join(messages, LOCALE, `${area}.js`)),
    );
  return folder;
}

async function answers(url: string, ended: Promise<unknown>): Promise<void> {
  let running = true;
  void ended.then(() => (running = false));
  while (running) {
    if (
      await fetch(url).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
    await new Promise((wait) => setTimeout(wait, 100));
  }
  throw new Error('the site in the pseudo-locale did not start');
}
