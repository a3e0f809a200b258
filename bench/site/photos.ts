/**
 * `npm run bench:photos` measures the time and memory to render a 12-megapixel photo in every size, compared with only sharp,
 * the latency of lists while five such photos are uploaded, and uploads while strangers request pictures. Uses a temporary
 * folder that is deleted at the end.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import sharp from 'sharp';
import { PAGE_ENCODINGS } from '#features/site/media/model/picture-variant.ts';
import { startEmbeddedPostgres } from '#lib/server/database/embedded/embedded-postgres.ts';
import { openPool } from '#lib/server/database/postgres.ts';
import { signIn } from '../../tests/support/data/accounts.ts';
import { startSite } from '../processes.ts';
import { table } from '../report.ts';
import { scratchDatabase } from '../scratch-database.ts';
import { measureCrowd } from './photos/photo-crowd.ts';

const CARS = 2_000;
const PHOTOS = 5;
const BROWSE_S = 8;
/** A high load that the machine can still handle. */
const LISTS_PER_SECOND = 200;
const LIST = '/api/listings/listings?page=1&limit=10&rentSell=Sell&status=active';
const FILES_PER_PHOTO = 1 + Object.values(PAGE_ENCODINGS).flat().length;

type Cost = { answeredMs: number; allMs: number; peakMb: number };

const folder = await mkdtemp(join(tmpdir(), 'carquay-bench-'));
const dataDir = join(folder, 'data');
try {
  console.log(`${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, Node ${process.version}`);
  const photos: string[] = [];
  for (let seed = 0; seed < PHOTOS; seed++) photos.push(await makePhoto(seed));
  measureOne(photos[0]!);
  await measureUploads(photos);
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Writes a noisy picture of 4000 by 3000 pixels, as hard to compress as a photo from a phone. */
async function makePhoto(seed: number): Promise<string> {
  const hue = (360 * seed) / PHOTOS;
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
    const output = execFileSync(process.execPath, ['bench/site/photos/photo-process.ts', way, photo], {
      encoding: 'utf8',
    });
    return [way, JSON.parse(output) as Cost] as const;
  });
  table(
    `One photo of 12 megapixels, ${FILES_PER_PHOTO} files of it, in a process of its own`,
    ['process', 'response ms', 'all sizes ms', 'peak MB'],
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
  const site = await startSite(url, dataDir, 'uncached');
  try {
    await browse(site.origin, 2);
    const alone = await browse(site.origin, BROWSE_S);
    const [beside, sent] = await Promise.all([browse(site.origin, BROWSE_S), sendAll(site.origin, cookie, photos)]);
    const { latency: was } = alone;
    const { latency: is } = beside;
    table(
      `The first page of cars, ${LISTS_PER_SECOND} times a second, uncached`,
      ['meanwhile', 'p50 ms', 'p99 ms', 'max ms'],
      [
        ['nothing', was.p50, was.p99, was.max],
        [`${PHOTOS} photos at once`, is.p50, is.p99, is.max],
      ],
    );
    table(
      'The uploads',
      ['', 'ms'],
      [
        ['first response', Math.min(...sent.answeredMs)],
        ['last response', Math.max(...sent.answeredMs)],
        ['all sizes of all photos', sent.allMs],
      ],
    );
    await measureCrowd({ origin: site.origin, pool, cookie, photos });
  } finally {
    await pool.end();
    await site.stop();
    await database.stop();
  }
}

async function browse(origin: string, duration: number) {
  const result = await autocannon({ url: origin + LIST, connections: 8, overallRate: LISTS_PER_SECOND, duration });
  if (result.non2xx + result.errors > 0) throw new Error(`${result.non2xx + result.errors} list requests failed`);
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
      if (response.status !== 200) throw new Error(`an upload got status ${response.status}`);
      return performance.now() - started;
    }),
  );
  while (filesOf(dataDir) < photos.length * FILES_PER_PHOTO) await new Promise((resolve) => setTimeout(resolve, 50));
  return { answeredMs, allMs: performance.now() - started };
}

function filesOf(data: string): number {
  const names = readdirSync(join(data, 'files/pictures'), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.includes('.')).length;
}
