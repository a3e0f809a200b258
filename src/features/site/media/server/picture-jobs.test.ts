import sharp from 'sharp';
import { expect, test } from 'vitest';
import { scene } from '../../../../../tests/support/site/media/media.ts';
import { fingerprintOf } from './picture-jobs.ts';

/** Bits in which the fingerprints of two pictures differ. */
async function difference(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = [await fingerprintOf(sharp(one)), await fingerprintOf(sharp(other))];
  expect([a, b]).not.toContain('0');
  return [...BigInt.asUintN(64, BigInt(a) ^ BigInt(b)).toString(2)].filter((bit) => bit === '1').length;
}

const PHOTOS = await Promise.all([1, 2, 3, 4, 5].map(scene));

test.each([
  ['scaled to 1,000 pixels with quality 70', (photo: Buffer) => sharp(photo).resize(1_000).jpeg({ quality: 70 })],
  ['saved as WebP', (photo: Buffer) => sharp(photo).resize(640).webp({ quality: 60 })],
  ['brightened', (photo: Buffer) => sharp(photo).modulate({ brightness: 1.1 }).jpeg()],
])('a copy that was %s differs in at most 7 bits', async (_, copy) => {
  for (const photo of PHOTOS) expect(await difference(photo, await copy(photo).toBuffer())).toBeLessThanOrEqual(7);
});

test('other pictures differ in more than 7 bits', async () => {
  for (const [index, photo] of PHOTOS.entries())
    for (const other of PHOTOS.slice(index + 1)) expect(await difference(photo, other)).toBeGreaterThan(7);
});

test('a picture without structure has the fingerprint 0', async () => {
  const plain = sharp({ create: { width: 400, height: 300, channels: 3, background: '#fff' } });
  expect(await fingerprintOf(plain.png())).toBe('0');
});
