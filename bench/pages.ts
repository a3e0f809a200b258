/**
 * `npm run bench:pages` runs Lighthouse's mobile profile on the pages that visitors see first, against the built site with its
 * own port and data folder. Of three runs of a page, the one with the median performance counts. Exits with 1 if a goal is missed.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { listingPath } from '#features/catalog/listings/model/listing.ts';
import type { CardResponse } from '#features/catalog/listings/model/listing-contract.ts';
import { freePort } from '#lib/server/database/embedded/embedded-postgres.ts';
import { chromiumPath } from '../tests/support/journeys/chromium.ts';
import { table } from './report.ts';

/** Has packages of its own (`bench/lighthouse/package.json`), which only this bench installs. */
const LIGHTHOUSE = 'bench/lighthouse/node_modules/lighthouse/cli/index.js';
const MAX_REPORT_BYTES = 64 * 1024 * 1024;

/** The parts of Lighthouse's report that this bench reads. Scores are from 0 to 1. */
type Result = {
  runtimeError?: { message: string };
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; title: string; displayValue?: string; numericValue?: number }>;
};

const RUNS = 3;
const MAX_START_MS = 60_000;
const GOALS = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 };
const CATEGORIES = Object.keys(GOALS) as (keyof typeof GOALS)[];
const FIGURES = {
  lcp: 'largest-contentful-paint',
  tbt: 'total-blocking-time',
  cls: 'cumulative-layout-shift',
  bytes: 'total-byte-weight',
};

async function startSite(): Promise<{ origin: string; site: ChildProcess }> {
  const port = await freePort();
  const site = spawn(process.execPath, ['tests/support/journeys/journey-server.ts'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: mkdtempSync(join(tmpdir(), 'carquay-pages-')),
      LOG_LEVEL: 'error',
      NODE_ENV: 'production',
    },
  });
  const origin = `http://127.0.0.1:${port}`;
  const until = Date.now() + MAX_START_MS;
  while (!(await fetch(`${origin}/api/ready`).catch(() => null))?.ok) {
    if (Date.now() > until || site.exitCode !== null) throw new Error('The site did not start');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return { origin, site };
}

const DESTINATION = 'KE-KEMBA_Nairobi';
const TO_NAIROBI = 'detail, to Nairobi';

/** Search engines index a car's page without a destination only, which Lighthouse counts against its SEO. */
const isGoal = (page: string, category: string) => !(page === TO_NAIROBI && category === 'seo');

async function pagesOf(origin: string): Promise<[name: string, path: string][]> {
  const pathOf = ({ listing_id: id, make, model, RentSell: offer }: CardResponse) =>
    listingPath({ id, make, model, offer });
  const [car] = (await (await fetch(`${origin}/api/listings/featured`)).json()) as CardResponse[];
  const importable = `${origin}/api/listings/listings?to=KE&mayImport=amber`;
  const [allowed] = ((await (await fetch(importable)).json()) as { listings: CardResponse[] }).listings;
  if (!car || !allowed) throw new Error('There is no car to open');
  return [
    ['Home', '/'],
    ['browse', '/CarExplore'],
    ['detail', pathOf(car)],
    [TO_NAIROBI, `${pathOf(allowed)}?to=${DESTINATION}`],
    ['import, Kenya', '/import/kenya'],
    ['blog post', '/blog/how-to-decode-vin-china'],
  ];
}

/** Retries, because a busy machine sometimes breaks a trace. */
async function audit(url: string, port: number, attempts = 3): Promise<Result> {
  const found = await lighthouse(url, port).catch((error: Error) => error);
  if (!(found instanceof Error) && !found.runtimeError) return found;
  if (attempts > 1) return audit(url, port, attempts - 1);
  throw found instanceof Error ? found : new Error(found.runtimeError?.message);
}

async function lighthouse(url: string, port: number): Promise<Result> {
  const args = [`--port=${port}`, '--output=json', '--quiet', `--only-categories=${CATEGORIES.join(',')}`];
  const { stdout } = await promisify(execFile)(process.execPath, [LIGHTHOUSE, url, ...args], {
    maxBuffer: MAX_REPORT_BYTES,
  });
  return JSON.parse(stdout);
}

/** Audits each page once before measuring, because the first visit renders its pictures. */
async function auditPages(origin: string): Promise<[name: string, Result][]> {
  const port = await freePort();
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', `--remote-debugging-port=${port}`];
  const browser = await chromium.launch({ executablePath: chromiumPath(), args });
  const results: [name: string, Result][] = [];
  try {
    for (const [name, path] of await pagesOf(origin)) {
      await audit(origin + path, port);
      const runs: Result[] = [];
      while (runs.length < RUNS) runs.push(await audit(origin + path, port));
      results.push([name, medianOf(runs)]);
    }
  } finally {
    await browser.close();
  }
  return results;
}

const scoreOf = ({ categories }: Result, name: string) => Math.round((categories[name]?.score ?? 0) * 100);
const medianOf = (runs: Result[]) =>
  runs.toSorted((a, b) => scoreOf(a, 'performance') - scoreOf(b, 'performance'))[Math.floor(runs.length / 2)]!;

function rowOf(name: string, result: Result): (string | number)[] {
  const scores = CATEGORIES.map((category) => scoreOf(result, category));
  const { lcp, tbt, cls, bytes } = FIGURES;
  const figure = (id: string) => result.audits[id]?.numericValue ?? 0;
  return [name, ...scores, figure(lcp), figure(tbt), figure(cls).toFixed(3), figure(bytes) / 1024];
}

/** Lists the audits that cost a page points, with Lighthouse's titles. */
function shortcomings(name: string, { categories, audits }: Result): string[] {
  return CATEGORIES.flatMap((category) =>
    (categories[category]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => `${name}, ${category}: ${audits[id]?.title} ${audits[id]?.displayValue ?? ''}`),
  );
}

const { origin, site } = await startSite();
const results = await auditPages(origin).finally(() => site.kill('SIGTERM'));
const heads = ['page', ...CATEGORIES, 'LCP ms', 'TBT ms', 'CLS', 'KB'];
table(
  'Lighthouse, mobile profile',
  heads,
  results.map(([name, result]) => rowOf(name, result)),
);
console.log(`Goals: ${CATEGORIES.map((category) => `${category} ${GOALS[category]}`).join(', ')}`);
for (const [name, result] of results) for (const line of shortcomings(name, result)) console.log(line);
const missed = results.some(([name, result]) =>
  CATEGORIES.some((category) => isGoal(name, category) && scoreOf(result, category) < GOALS[category]),
);
process.exitCode = missed ? 1 : 0;
