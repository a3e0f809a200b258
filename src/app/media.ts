import { mkdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { readScene } from '#features/site/content/server/read-content.ts';
import type { MediaDeps } from '#features/site/media/server/accept-upload.ts';
import { fingerprintPhotos } from '#features/site/media/server/fingerprint-photos.ts';
import { PictureRenderer } from '#features/site/media/server/picture-renderer.ts';
import { PictureWorkerPool } from '#features/site/media/server/picture-worker-pool.ts';
import type { Config } from '#lib/server/config/config.ts';
import { openFileStore } from '#lib/server/files/open-file-store.ts';
import type { UploadSpace } from '#lib/server/http/uploads/register-uploads.ts';
import type { Run } from '#lib/server/jobs/job-runs.ts';
import { repeat } from '#lib/server/jobs/repeat.ts';
import type { Demo } from './demo-package.ts';

type Deps = {
  config: Config;
  pool: pg.Pool;
  demo: Demo | null;
  inBackground: MediaDeps['inBackground'];
  jobs: boolean;
};

const FINGERPRINTS_EVERY_MS = 2_000;

/**
 * Opens the file store for uploads the worker threads that render pictures, and the job that
 * computes fingerprints. All end when the app closes.
 */
export async function openMedia(
  app: FastifyInstance,
  { config, pool, demo, inBackground, jobs }: Deps,
): Promise<MediaDeps> {
  await mkdir(incomingFolder(config), { recursive: true });
  const store = await openFileStore(config);
  const workers = new PictureWorkerPool();
  const onError = (error: unknown) => app.log.error({ err: error }, 'fingerprints of photos failed');
  let stop = async () => {};
  app.addHook('onReady', async () => {
    if (!jobs) return;
    const fingerprint = (run: Run) => fingerprintPhotos({ pool, store, workers }, run.onError, run);
    stop = repeat(FINGERPRINTS_EVERY_MS, fingerprint, onError, 'photo fingerprints');
  });
  app.addHook('onClose', async () => {
    await stop();
    await workers.close();
  });
  const drawn = async (key: string) => (await readScene(key)) ?? demo?.picture(key) ?? null;
  const onUnstored = (error: unknown) => app.log.warn({ err: error }, 'a rendering could not be stored');
  const renderer = new PictureRenderer({ drawn, store, workers, onUnstored });
  return { pool, store, workers, renderer, inBackground };
}

/** Folder of uploads that are still being received. */
export const incomingFolder = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'arriving');

export function uploadSpace(config: Config): UploadSpace {
  const folder = incomingFolder(config);
  const freeBytes = async () => {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  };
  return { folder, freeBytes };
}
