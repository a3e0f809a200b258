import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { freePort } from './src/lib/server/database/embedded/embedded-postgres.ts';
import { chromiumPath } from './tests/support/journeys/chromium.ts';

/**
 * Journeys that differ between a phone and a desktop run on both, once in each theme. All others run on the phone only, and check
 * their screens at both widths in both themes themselves (`expectShown`).
 */
const ONCE = /@once/;
const PHONE_LIGHT = { viewport: { width: 360, height: 740 }, hasTouch: true, colorScheme: 'light' } as const;
/** Journeys that need pictures. Rendering them takes a fifth of the site's time, so all other journeys load none. */
const PICTURES =
  /(drawings|car-page|page-weight|full-screen-gallery|home|offline|slow-connection|sell|car-management)\.spec\.ts/;
const CHROMIUM = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A page lives for seconds: optimizing its scripts costs a sixth of the processor time of a checked screen.
  '--js-flags=--no-opt --no-maglev',
];
/** Where words are short of room. */
const NARROW = /pseudo-locale\.spec\.ts/;
/** Where the site under test keeps its data; the journeys' own commands find its database there. */
process.env.DATA_DIR = process.env.JOURNEY_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'carquay-journeys-'));
/** Node runs TypeScript without source maps. With this function of Playwright, each call maps every line of its stack trace. */
Reflect.deleteProperty(Error, 'prepareStackTrace');
const executablePath = chromiumPath();
const WITHOUT_PICTURES = {
  launchOptions: { executablePath, args: [...CHROMIUM, '--blink-settings=imagesEnabled=false'] },
};
/** Free when the run began; the workers, which read this file again, keep to it. */
process.env.JOURNEY_PORT ??= String(await freePort());
const port = process.env.JOURNEY_PORT;

export default defineConfig({
  testDir: 'tests/e2e',
  // Node runs TypeScript itself. Translating it for each run takes 12 s of processor time.
  build: { external: ['**/*.ts'] },
  workers: 3,
  retries: 0,
  fullyParallel: true,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    locale: 'en-US',
    timezoneId: 'UTC',
    contextOptions: { reducedMotion: 'reduce' },
    /** What a journey puts in the way of a call is not heard of by a service worker; the journey that needs one allows it. */
    serviceWorkers: 'block',
    launchOptions: { executablePath, args: CHROMIUM },
  },
  // A process of a project costs 3 s of processor time to start, with its browser. The small projects get one each, beside the large one.
  projects: [
    // Its journeys share a site of their own, one after the other: begun last, they would run alone at the end.
    { name: 'invented language', use: { ...PHONE_LIGHT, ...WITHOUT_PICTURES }, testMatch: NARROW, workers: 1 },
    { name: 'pictures', use: PHONE_LIGHT, testMatch: PICTURES, workers: 1 },
    {
      name: 'desktop dark',
      use: { viewport: { width: 1440, height: 900 }, colorScheme: 'dark', ...WITHOUT_PICTURES },
      testIgnore: [NARROW, PICTURES],
      grepInvert: ONCE,
      workers: 1,
    },
    { name: 'phone light', use: { ...PHONE_LIGHT, ...WITHOUT_PICTURES }, testIgnore: [NARROW, PICTURES] },
  ],
  webServer: {
    command: 'exec node tests/support/journeys/journey-server.ts',
    env: { PORT: port, NODE_ENV: 'production', PAYMENT_DELAY_MS: '300', READS_PER_MINUTE: '0' },
    url: `http://127.0.0.1:${port}/api/ready`,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    timeout: 60_000,
  },
});
