import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { freePort, startEmbeddedPostgres } from '#lib/server/database/embedded/embedded-postgres.ts';
import { chromiumPath } from '../../tests/support/journeys/chromium.ts';
import { scratch, startDrillSite } from './drill-site.ts';
import { smallProxy } from './small-proxy.ts';

const SECOND = 'build/drill';
const OPENED = [
  '/',
  '/CarExplore',
  '/used-cars',
  '/import',
  '/AboutUs',
  '/ContactUs',
  '/blogs',
  '/compare',
  '/SignUp',
  '/Login',
];

/** Two builds alternate behind a proxy, like during a deploy, and a browser opens 20 pages. Every asset must arrive. */
export async function twoBuilds(): Promise<string[]> {
  const renamed = makeSecondBuild();
  const database = await startEmbeddedPostgres(await scratch());
  const dataDir = await scratch();
  const environment = {
    DATABASE_URL: database.siteUrl,
    EXCHANGE_RATES: 'none',
    DATABASE_OWNER_URL: database.url,
    PAYMENTS: 'simulated',
    DEMO_LISTINGS: '300',
  };
  const [port, secondPort] = [await freePort(), await freePort()];
  const first = await startDrillSite(environment, { port, dataDir });
  const second = await startDrillSite(environment, { port: secondPort, dataDir, build: SECOND });
  const proxy = await smallProxy([port, secondPort]);
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const page = await browser.newPage({ serviceWorkers: 'block' });
    const assets = { arrived: 0, failed: [] as string[], second: 0 };
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (!pathname.startsWith('/assets/')) return;
      if (response.ok()) assets.arrived += 1;
      else assets.failed.push(`${response.status()} ${pathname}`);
      if (renamed.has(pathname.slice('/assets/'.length))) assets.second += 1;
    });
    page.on('pageerror', (error) => assets.failed.push(String(error)));
    const pages = await walk(page, proxy.origin);
    if (assets.failed.length > 0)
      throw new Error(`${assets.failed.length} assets failed, the first: ${assets.failed[0]}`);
    if (assets.second === 0 || assets.second === assets.arrived) throw new Error('the browser saw one build only');
    return [
      `two builds in turn: ${pages} pages, ${assets.arrived} assets (${assets.second} of the second build), 0 failed`,
    ];
  } finally {
    await browser.close();
    proxy.close();
    await first.stop();
    await second.stop();
    await database.stop();
    rmSync(SECOND, { recursive: true, force: true });
  }
}

/** Opens half of the pages as documents and half by links within the page. Returns how many. */
async function walk(page: Page, origin: string): Promise<number> {
  let pages = 0;
  for (const path of OPENED) {
    await page.goto(origin + path, { waitUntil: 'networkidle' });
    const links = page.locator('main a[href^="/"]:visible, footer a[href^="/"]:visible');
    const link = links.nth(pages % (await links.count()));
    await link.click({ noWaitAfter: true });
    await page.waitForLoadState('networkidle');
    pages += 2;
  }
  return pages;
}

/**
 * Copies the current build and renames every asset, like a build of other sources. Returns the new names.
 */
function makeSecondBuild(): Set<string> {
  rmSync(SECOND, { recursive: true, force: true });
  cpSync('build/current/', SECOND, { recursive: true, dereference: true });
  const assets = join(SECOND, 'client/assets');
  const names = readdirSync(assets).filter((name) => !/\.(br|gz)$/.test(name));
  const newNames = new Map(names.map((name) => [name, name.replace(/(\.\w+)$/, 'x$1')]));
  const known = new RegExp(names.map((name) => name.replaceAll('.', '\\.')).join('|'), 'g');
  const rename = (text: string) => text.replace(known, (name) => newNames.get(name) ?? name);
  for (const folder of ['client/assets', 'server']) {
    for (const name of readdirSync(join(SECOND, folder))) {
      const path = join(SECOND, folder, name);
      if (/\.(br|gz|map)$/.test(name)) rmSync(path);
      else if (['.js', '.css'].includes(extname(name))) writeFileSync(path, rename(readFileSync(path, 'utf8')));
    }
  }
  for (const [name, newName] of newNames) renameSync(join(assets, name), join(assets, newName));
  return new Set(newNames.values());
}
