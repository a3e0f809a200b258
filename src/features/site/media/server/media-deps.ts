import type pg from 'pg';
import type { FileStore } from '#lib/server/files/file-store.ts';
import type { InBackground } from '#lib/server/jobs/background.ts';
import type { PictureRenderer } from './picture-renderer.ts';
import type { PictureWorkerPool } from './picture-worker-pool.ts';

export type MediaDeps = {
  pool: pg.Pool;
  store: FileStore;
  workers: PictureWorkerPool;
  renderer: PictureRenderer;
  inBackground: InBackground;
};
