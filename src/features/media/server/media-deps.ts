import type pg from 'pg';
import type { FileStore } from '#lib/server/files/file-store.ts';
import type { PictureRenderer } from './picture-renderer.ts';
import type { PictureWorkers } from './picture-worker-pool.ts';

/** What the use cases of uploads work with. */
export type MediaTools = {
  pool: pg.Pool;
  store: FileStore;
  workers: PictureWorkers;
  renderer: PictureRenderer;
  inBackground(work: () => Promise<void>): void;
};
