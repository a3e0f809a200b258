/**
 * `npm run bench:destinations [-- --cars 100000]` measures lists that are filtered by import rules and sorted by landed cost at 40
 * destinations, plain filters for comparison, the cost of a new destination and of a publication, and the preview of a correction.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { publicImportCars } from '#features/catalog/landed-cost/server/public-import-cars.ts';
import { CAR_TYPES } from '#features/catalog/listings/model/listing.ts';
import { previewLights } from '#features/customs/import-rules/admin/server/publish-drafts.ts';
import { RuleBookCache } from '#features/customs/import-rules/server/book/rule-book-cache.ts';
import {
  insertRows,
  insertVersion,
  lockPublications,
  type NewRow,
} from '#features/customs/import-rules/server/book/rule-row-store.ts';
import { loadSeed } from '#features/customs/import-rules/server/book/seed.ts';
import { startEmbeddedPostgres } from '#lib/server/database/embedded/embedded-postgres.ts';
import { openPool, withTransaction } from '#lib/server/database/postgres.ts';
import { type Load, load } from '../load.ts';
import { processorMs, type Site, startSite } from '../processes.ts';
import { table } from '../report.ts';
import { scratchDatabase } from '../scratch-database.ts';
import { changePrices } from './price-changes.ts';

const { values } = parseArgs({ options: { cars: { type: 'string', default: '100000' } } });
const DESTINATIONS = 40;
const PUBLICATIONS = 5;
const ROUNDS = 4;
const CHANGES_PER_S = 50;
const LIST = '/api/listings/listings?limit=10';
const PLAIN = `${LIST}&sortBy=price`;

const folder = await mkdtemp(join(tmpdir(), 'carquay-destinations-'));
const database = await startEmbeddedPostgres(join(folder, 'postgres'));
try {
  const url = await scratchDatabase(database.url, Number(values.cars), console.log);
  const pool = await openPool(url, { max: 2, statementTimeoutMs: 0 });
  await loadSeed(pool);
  const site = await startSite(url, join(folder, 'data'), 'uncached');
  const get = async <Answer>(path: string): Promise<Answer> => {
    const response = await fetch(site.origin + path);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Answer;
  };
  while ((await fetch(`${site.origin}${LIST}&to=GE&mayImport=amber`)).status === 503) await pause(200);

  const destinations = await destinationsOf(get);
  const quiet = await whileListing(get, () => pause(3_000));
  const first: number[] = [];
  const building = await whileListing(get, async () => {
    for (const path of destinations) first.push(await msOf(() => get(path)));
  });
  table(
    `${Number(values.cars).toLocaleString('en-US')} cars, first list of each of ${destinations.length} destinations`,
    ['milliseconds', 'p50', 'p99', 'most'],
    [
      ['first list of a destination', ...shares(first)],
      ['plain list meanwhile', ...shares(building)],
      ['plain list before', ...shares(quiet)],
    ],
  );

  const plain = CAR_TYPES.map((type) => `${PLAIN}&carType=${type}`);
  const kinds: [string, string[]][] = [
    ['plain filter, by price', plain],
    ['may import, by landed cost', destinations],
    ['plain filter, best first', plain.map((path) => path.replace('&sortBy=price', ''))],
    ['may import, best first', destinations.map((path) => path.replace('&sortBy=landed', ''))],
  ];
  // Alternates, because other work on the machine disturbs single measurements. Processor time is disturbed less than time.
  const runs = new Map(kinds.map(([name]) => [name, { quiet: [] as Run[], changing: [] as Run[] }]));
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, paths] of kinds) {
      runs.get(name)!.quiet.push(await measured(site, paths, async () => 0));
      const stop = await changePrices(url, CHANGES_PER_S);
      runs.get(name)!.changing.push(await measured(site, paths, stop));
    }
  table(
    `Lists of ten, one process, 16 connections; ${CHANGES_PER_S} prices a second change`,
    ['request', 'per s', 'p50 ms', 'p99 ms', 'processor ms', 'a change', 'a processor', 'changing'],
    [...runs].map(([name, { quiet, changing }]) => {
      const { perSecond, p50, p99 } = quiet.reduce((best, run) => (run.perSecond > best.perSecond ? run : best));
      const request = Math.min(...quiet.map((run) => run.processorMs / run.requests));
      const change = median(changing.map((run) => (run.processorMs - request * run.requests) / run.changes));
      return [name, perSecond, p50, p99, request, change, 1_000 / request, (1_000 - CHANGES_PER_S * change) / request];
    }),
  );

  const rules = new RuleBookCache(pool);
  const seen: number[] = [];
  const green = `${LIST}&to=GE&mayImport=green`;
  const total = async () => (await get<{ pagination: { totalItems: number } }>(green)).pagination.totalItems;
  const id = 'GE-steering-1';
  const { record } = (await rules.book()).rows.get('rules')!.get(id)!;
  for (let nth = 1; nth <= PUBLICATIONS; nth++) {
    const was = await total();
    const supersedes = nth === 1 ? id : `${id}.${nth - 1}`;
    const side = nth % 2 === 1 ? 'right' : 'left';
    const row = { ...record, id: `${id}.${nth}`, supersedes, test: `steering=${side}`, fail: 'prohibited' };
    await publish({ list: 'rules', id: row.id, record: row });
    seen.push(
      await msOf(async () => {
        while ((await total()) === was) await pause(5);
      }),
    );
    await pause(Math.random() * 1_000);
  }
  table(
    'A published rule',
    ['milliseconds', 'p50', 'p99', 'most'],
    [['to the first list that follows it', ...shares(seen)]],
  );

  const book = await rules.book();
  const today = new Date().toISOString().slice(0, 10);
  const corrected = (ruleId: string): NewRow => {
    const rule = book.rows.get('rules')!.get(ruleId)!.record;
    return {
      list: 'rules',
      id: `${ruleId}.9`,
      record: { ...rule, id: `${ruleId}.9`, supersedes: ruleId, test: 'made>=2020' },
    };
  };
  const chinese = [...book.rows.get('rules')!.values()].find((row) => row.record.country === 'CN')!.record.id!;
  const preview = (row: NewRow) => msOf(() => previewLights(book, [row], () => publicImportCars(pool), today));
  table(
    'Preview of a correction',
    ['seconds', ''],
    [
      ['a rule of Kenya', (await preview(corrected('KE-age-3'))) / 1_000],
      ['a rule of China, for all countries', (await preview(corrected(chinese))) / 1_000],
    ],
  );
  await site.stop();
  await pool.end();

  async function publish(row: NewRow): Promise<void> {
    await withTransaction(pool, async (db) => {
      await lockPublications(db);
      await insertRows(db, [row], await insertVersion(db, { reason: 'seed', proposedBy: null, approvedBy: null }));
    });
  }
} finally {
  await database.stop();
  await rm(folder, { recursive: true, force: true });
}

type Get = <Answer>(path: string) => Promise<Answer>;

/** Lists of the countries with the most rows: green cars, or amber cars if there are none. */
async function destinationsOf(get: Get): Promise<string[]> {
  type Country = { country: string; rules: number; charges: number };
  const { countries } = await get<{ countries: Country[] }>('/api/import/countries');
  const most = countries.sort((a, b) => b.rules + b.charges - a.rules - a.charges);
  return most.slice(0, DESTINATIONS).map(({ country }) => {
    const light = country === 'GE' ? 'green' : 'amber';
    return `${LIST}&to=${country}&mayImport=${light}&sortBy=landed`;
  });
}

type Run = Load & { requests: number; changes: number; processorMs: number };

/** @param stop ends changes of prices and returns how many there were */
async function measured({ origin, pid }: Site, paths: string[], stop: () => Promise<number>): Promise<Run> {
  const before = processorMs(pid);
  const run = await load(origin, paths);
  const changes = await stop();
  return { ...run, changes, processorMs: processorMs(pid) - before };
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!;

async function msOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** Requests a plain list repeatedly while `work` runs, and returns the durations. */
async function whileListing(get: Get, work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  let isDone = false;
  const done = work().finally(() => {
    isDone = true;
  });
  while (!isDone) {
    times.push(await msOf(() => get(PLAIN)));
    await pause(5);
  }
  await done;
  return times;
}

function shares(times: number[]): [p50: number, p99: number, most: number] {
  const sorted = times.toSorted((a, b) => a - b);
  return [sorted[sorted.length >> 1]!, sorted[Math.floor(sorted.length * 0.99)]!, sorted.at(-1)!];
}
