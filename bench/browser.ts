import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { chromiumPath } from '../tests/support/journeys/chromium.ts';

export type Visit = { page: string; view: string; requests: number; bytes: number; belowFold: number; lcpMs: number };

/** Slow 4G as simulated by page-speed tools; the CPU is slowed down four times. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};
const SLOWER_CPU = 4;
const PHONE = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true } as const;
const ARGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];

/** Loads each page twice as a phone on slow 4G: first with an empty cache, then again. */
export async function visitPages(origin: string, pages: [name: string, path: string][]): Promise<Visit[]> {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: ARGS });
  const found: Visit[] = [];
  for (const [name, path] of pages) found.push(...(await visitTwice(browser, name, origin + path)));
  await browser.close();
  return found;
}

async function visitTwice(browser: Browser, name: string, url: string): Promise<Visit[]> {
  const context = await browser.newContext(PHONE);
  const views: Visit[] = [];
  for (const view of ['first', 'repeat']) {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const traffic = await watchTraffic(session);
    await page.goto(url, { waitUntil: 'networkidle' });
    const lcpMs = await largestPaint(page);
    const below = new Set(await picturesBelowTheFold(page));
    views.push({ page: name, view, lcpMs, ...traffic(below) });
    await page.close();
  }
  await context.close();
  return views;
}

/** Counts transferred bytes (headers and compressed bodies) as the network panel does. */
async function watchTraffic(
  session: CDPSession,
): Promise<(below: Set<string>) => Pick<Visit, 'requests' | 'bytes' | 'belowFold'>> {
  const urls = new Map<string, string>();
  const sizes = new Map<string, number>();
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (!response.fromDiskCache && !response.url.startsWith('data:')) urls.set(requestId, response.url);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => sizes.set(requestId, encodedDataLength));
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW_4G);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER_CPU });
  return (below) => {
    let [bytes, belowFold] = [0, 0];
    for (const [id, url] of urls) {
      if (below.has(url)) belowFold += sizes.get(id) ?? 0;
      else bytes += sizes.get(id) ?? 0;
    }
    return { requests: urls.size, bytes, belowFold };
  };
}

function largestPaint(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        });
      }),
  );
}

function picturesBelowTheFold(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.images]
      .filter((picture) => picture.getBoundingClientRect().top > innerHeight)
      .map((picture) => picture.currentSrc),
  );
}
