/**
 * `npm run bench:photos`: what a photo of 12 megapixels costs until it is there in every size, next to sharp alone doing the same;
 * and how browsing feels while five such photos arrive at once. Works in a scratch folder and leaves nothing behind.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import sharp from 'sharp';
import { PAGE_ENCODINGS } from '#features/media/model/picture-variant.ts';
import { startEmbeddedPostgres } from '#lib/server/database/embedded/embedded-postgres.ts';
import { openPool } from '#lib/server/database/pool.ts';
import { signIn } from '../tests/support/data/accounts.ts';
import { startSite } from './processes.ts';
import { table } from './report.ts';
import { scratchDatabase } from './scratch-database.ts';

const CARS = 2_000;
const AT_ONCE = 5;
const BROWSED_S = 8;
/** So many visitors' lists a second: busy, but not more than the machine can answer. */
const LISTS_A_SECOND = 200;
const LIST = '/api/listings/listings?page=1&limit=10&rentSell=Sell&status=active';
const FILES_OF_A_PHOTO = 1 + Object.values(PAGE_ENCODINGS).flat().length;

type Cost = { answeredMs: number; allMs: number; peakMb: number };

const folder = await mkdtemp(join(tmpdir(), 'carquay-bench-'));
const dataDir = join(folder, 'data');
try {
  console.log(`${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, Node ${process.version}`);
  const photos: string[] = [];
  for (let at = 0; at < AT_ONCE; at++) photos.push(await makePhoto(at));
  measureOne(photos[0]!);
  await measureUploads(photos);
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** 4000 by 3000 pixels of sky, ground and grain: as much to compress as a photo from a phone. */
async function makePhoto(seed: number): Promise<string> {
  const hue = (360 * seed) / AT_ONCE;
  const scene = `<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="3000"><defs><linearGradient id="g" x2="0" y2="1">
    <stop stop-color="hsl(${hue},60%,70%)"/><stop offset=".6" stop-color="#ddd"/><stop offset="1" stop-color="#444"/>
    </linearGradient></defs><rect width="4000" height="3000" fill="url(#g)"/></svg>`;
  const grain = {
    width: 4000,
    height: 3000,
    channels: 3 as const,
    noise: { type: 'gaussian' as const, mean: 128, sigma: 8 },
  };
  const path = join(folder, `photo-${seed}.jpg`);
  const noise = await sharp({ create: { ...grain, background: '#888' } })
    .png({ compressionLevel: 0 })
    .toBuffer();
  const photo = sharp(Buffer.from(scene))
    .composite([{ input: noise, blend: 'overlay' }])
    .flatten();
  await writeFile(path, await photo.jpeg({ quality: 88 }).toBuffer());
  return path;
}

function measureOne(photo: string): void {
  const costs = (['bare', 'ours'] as const).map((way) => {
    const output = execFileSync(process.execPath, ['bench/photo-process.ts', way, photo], { encoding: 'utf8' });
    return [way, JSON.parse(output) as Cost] as const;
  });
  table(
    `One photo of 12 megapixels, ${FILES_OF_A_PHOTO} files of it, in a process of its own`,
    ['way', 'answered ms', 'all sizes ms', 'peak MB'],
    costs.map(([way, { answeredMs, allMs, peakMb }]) => [
      way === 'ours' ? 'upload' : 'bare sharp',
      answeredMs,
      allMs,
      peakMb,
    ]),
  );
}

async function measureUploads(photos: string[]): Promise<void> {
  const database = await startEmbeddedPostgres(join(folder, 'postgres'));
  const url = await scratchDatabase(database.url, CARS, () => {});
  const pool = await openPool(url, { max: 2 });
  const { cookie } = await signIn(pool);
  await pool.end();
  const site = await startSite(url, dataDir, 'uncached');
  try {
    await browse(site.origin, 2);
    const alone = await browse(site.origin, BROWSED_S);
    const [beside, sent] = await Promise.all([browse(site.origin, BROWSED_S), sendAll(site.origin, cookie, photos)]);
    const { latency: was } = alone;
    const { latency: is } = beside;
    table(
      `The first page of cars, ${LISTS_A_SECOND} times a second, nothing kept`,
      ['meanwhile', 'p50 ms', 'p99 ms', 'most ms'],
      [
        ['nothing', was.p50, was.p99, was.max],
        [`${AT_ONCE} photos at once`, is.p50, is.p99, is.max],
      ],
    );
    table(
      'Their uploads',
      ['', 'ms'],
      [
        ['first answered', Math.min(...sent.answeredMs)],
        ['last answered', Math.max(...sent.answeredMs)],
        ['all in every size', sent.allMs],
      ],
    );
  } finally {
    await site.stop();
    await database.stop();
  }
}

async function browse(origin: string, duration: number) {
  const result = await autocannon({ url: origin + LIST, connections: 8, overallRate: LISTS_A_SECOND, duration });
  if (result.non2xx + result.errors > 0) throw new Error(`${result.non2xx + result.errors} lists were errors`);
  return result;
}

async function sendAll(origin: string, cookie: string, photos: string[]) {
  await new Promise((resolve) => setTimeout(resolve, 500));
  const started = performance.now();
  const answeredMs = await Promise.all(
    photos.map(async (path) => {
      const form = new FormData();
      form.append('image', new Blob([await readFile(path)]), 'car.jpg');
      const response = await fetch(`${origin}/api/photos`, { method: 'POST', headers: { cookie }, body: form });
      if (response.status !== 200) throw new Error(`an upload was answered with ${response.status}`);
      return performance.now() - started;
    }),
  );
  while (filesOf(dataDir) < photos.length * FILES_OF_A_PHOTO) await new Promise((resolve) => setTimeout(resolve, 50));
  return { answeredMs, allMs: performance.now() - started };
}

function filesOf(data: string): number {
  const names = readdirSync(join(data, 'files/pictures'), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.includes('.')).length;
}
