import { createHash, randomUUID } from 'node:crypto';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import sharp from 'sharp';
import type { MediaDeps } from '#features/site/media/server/accept-upload.ts';
import { PictureRenderer } from '#features/site/media/server/picture-renderer.ts';
import { PictureWorkerPool } from '#features/site/media/server/picture-worker-pool.ts';
import { LocalFiles } from '#lib/server/files/local-files.ts';
import type { UploadedFile } from '#lib/server/http/uploads/multipart.ts';
import { afterFile } from '../../runner/after-file.ts';

/** Creates MediaDeps on a test database and a scratch folder. `settled` waits for background work. */
export function mediaDeps(pool: pg.Pool, folder: string): MediaDeps & { settled(): Promise<unknown> } {
  const store = new LocalFiles(join(folder, 'files'));
  const workers = new PictureWorkerPool();
  afterFile(() => workers.close());
  const running: Promise<void>[] = [];
  return {
    pool,
    store,
    workers,
    renderer: new PictureRenderer({ drawn: async () => null, store, workers }),
    inBackground: (work) => running.push(work()),
    settled: () => Promise.all(running),
  };
}

/** Returns a file as the multipart parser passes it to an endpoint. */
export async function uploaded(path: string, filename = 'car.jpg'): Promise<UploadedFile> {
  const sha256 = createHash('sha256').update(randomUUID()).digest();
  return { field: 'image', path, bytes: (await stat(path)).size, sha256, filename };
}

/** Writes a picture in a random color and returns its path. */
export async function makePicture(folder: string, { width = 400, height = 300, format = 'jpeg' as const } = {}) {
  const path = join(folder, randomUUID());
  const [r, g, b] = createHash('sha256').update(path).digest();
  const background = { r: r ?? 0, g: g ?? 0, b: b ?? 0 };
  await writeFile(
    path,
    await sharp({ create: { width, height, channels: 3, background } })
      .toFormat(format)
      .toBuffer(),
  );
  return path;
}

/** Returns a picture with light and dark areas, 1200 × 900 pixels. Another seed makes another picture. */
export async function scene(seed: number): Promise<Buffer> {
  const [width, height] = [12, 9];
  const grid = Buffer.concat(
    Array.from({ length: 4 }, (_, part) => createHash('sha256').update(`${seed} ${part}`).digest()),
  ).subarray(0, width * height);
  return sharp(grid, { raw: { width, height, channels: 1 } })
    .resize({ width: 1200, height: 900, fit: 'fill' })
    .jpeg({ quality: 95 })
    .toBuffer();
}
