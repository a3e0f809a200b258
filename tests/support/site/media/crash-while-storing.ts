/**
 * Crash test process: uploads a photo and kills itself before or after its files are stored.
 * Arguments: DATABASE_URL FOLDER PICTURE USER_ID before|after.
 */
import { join } from 'node:path';
import { acceptPhoto } from '#features/site/media/server/accept-upload.ts';
import { PictureRenderer } from '#features/site/media/server/picture-renderer.ts';
import { PictureWorkerPool } from '#features/site/media/server/picture-worker-pool.ts';
import { openPool } from '#lib/server/database/postgres.ts';
import type { FileContent } from '#lib/server/files/file-store.ts';
import { LocalFiles } from '#lib/server/files/local-files.ts';

const [url = '', folder = '', path = '', userId = '', moment] = process.argv.slice(2);

class CrashingFiles extends LocalFiles {
  override async put(key: string, content: FileContent): Promise<void> {
    if (moment === 'after') await super.put(key, content);
    process.kill(process.pid, 'SIGKILL');
  }
}

const store = new CrashingFiles(join(folder, 'files'));
const workers = new PictureWorkerPool();
const renderer = new PictureRenderer({ drawn: async () => null, store, workers });
const file = { field: 'image', path, bytes: 1, sha256: Buffer.alloc(32), filename: '' };
await acceptPhoto(
  { pool: await openPool(url), store, workers, renderer, inBackground: () => {} },
  Number(userId),
  file,
);
