import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { fingerprintPhotos } from '#features/site/media/server/fingerprint-photos.ts';
import { acceptPhoto } from '#features/site/server/api.ts';
import { signIn } from '../data/accounts.ts';
import { mediaDeps, scene, uploaded } from '../site/media/media.ts';

/** Two photos without fingerprints, from before these existed. */
export const photoFingerprints = (pool: pg.Pool, folder: string) => {
  const media = mediaDeps(pool, folder);
  const store = async (userId: number, seed: number) => {
    const path = join(folder, `scene-${seed}`);
    await writeFile(path, await scene(seed));
    return (await acceptPhoto(media, userId, await uploaded(path))).key;
  };
  return {
    items: async (): Promise<[string, string]> => {
      const { id } = await signIn(pool);
      const [one = '', other = ''] = [await store(id, 1), await store(id, 2)].sort();
      await pool.query('update uploads set fingerprint = null');
      return [one, other];
    },
    fails: ['uploads', "new.key = '$' and new.fingerprint is not null"] as [string, string],
    run: (onError: (error: unknown) => void) => fingerprintPhotos(media, onError),
    isDone: 'select 1 from uploads where key = $1 and fingerprint is not null',
  };
};
