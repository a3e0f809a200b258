import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';

const COLORS = ['#7a8fa3', '#3d6b57', '#a3552f', '#54487a', '#b09a5a'];

/** Small, because the site prepares each photo in 18 sizes and formats. */
const SIZE = { width: 800, height: 600 };

/** Writes photos like a phone's, with rotation and GPS position in EXIF. */
export async function phonePhotos(count: number): Promise<string[]> {
  const folder = await mkdtemp(join(process.env.DATA_DIR ?? tmpdir(), 'carquay-photos-'));
  return Promise.all(
    COLORS.slice(0, count).map(async (background, number) => {
      const path = join(folder, `IMG_000${number + 1}.jpg`);
      const noise = { type: 'gaussian', mean: 128, sigma: 12 } as const;
      await sharp({ create: { ...SIZE, channels: 3, background, noise } })
        .withExif({ IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '4/1 3/1 0/1' }, IFD0: { Orientation: '6' } })
        .jpeg({ quality: 70 })
        .toFile(path);
      return path;
    }),
  );
}
