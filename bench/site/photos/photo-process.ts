/**
 * Renders all sizes of one photo and prints time and memory: `photo-process.ts ours|bare FILE`. `ours` works like an upload,
 * with worker threads and the file store; `bare` uses only sharp, in memory, and encodes the same files.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { PAGE_ENCODINGS, PICTURE_WIDTHS } from '#features/site/media/model/picture-variant.ts';
import { masterFile } from '#features/site/media/server/media-files.ts';
import { PictureRenderer } from '#features/site/media/server/picture-renderer.ts';
import { PictureWorkerPool } from '#features/site/media/server/picture-worker-pool.ts';
import { LocalFiles } from '#lib/server/files/local-files.ts';

const [way, file = ''] = process.argv.slice(2);
let started = 0;
const elapsedMs = () => performance.now() - started;
let peakBytes = 0;
setInterval(() => {
  peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
}, 5).unref();

async function ours(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'carquay-photo-'));
  const store = new LocalFiles(folder);
  const workers = new PictureWorkerPool();
  const renderer = new PictureRenderer({ drawn: async () => null, store, workers });
  const key = `photo-${'0'.repeat(32)}`;
  await warmUp(workers);
  started = performance.now();
  const { jpeg } = await workers.importPicture(file, 'user 1');
  await store.put(masterFile(key), Buffer.from(jpeg));
  const answered = elapsedMs();
  await renderer.prepare(key, Buffer.from(jpeg));
  await workers.close();
  await rm(folder, { recursive: true });
  return answered;
}

/** Starts the threads, which are already running in a site. */
async function warmUp(workers: PictureWorkerPool): Promise<void> {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>';
  const tiny = () => workers.render(async () => ({ svg }), 320, [{ format: 'jpg', quality: 60 }]);
  await Promise.all([tiny(), workers.importPicture(file, 'user 1')]);
}

async function bare(): Promise<number> {
  started = performance.now();
  const master = await sharp(file).autoOrient().resize({ width: 1600 }).jpeg({ quality: 90 }).toBuffer();
  const answered = elapsedMs();
  for (const width of PICTURE_WIDTHS) {
    const { data, info } = await sharp(master).resize({ width }).raw().toBuffer({ resolveWithObject: true });
    const sized = () => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
    for (const { format, quality } of PAGE_ENCODINGS[width]) {
      if (format === 'avif')
        await sized()
          .avif({ quality: quality - 10, effort: 1 })
          .toBuffer();
      else if (format === 'webp') await sized().webp({ quality, effort: 2 }).toBuffer();
      else await sized().jpeg({ quality, mozjpeg: true }).toBuffer();
    }
  }
  return answered;
}

const answeredMs = way === 'ours' ? await ours() : await bare();
console.log(JSON.stringify({ answeredMs, allMs: elapsedMs(), peakMb: peakBytes / 2 ** 20 }));
