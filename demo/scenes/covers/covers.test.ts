import sharp from 'sharp';
import { expect, test } from 'vitest';
import { COVERS } from './covers.ts';

const NAMES = Object.keys(COVERS);

test.each(NAMES)('the cover %s renders completely and deterministically, and is small at card size', async (name) => {
  const svg = COVERS[name]?.() ?? '';
  expect(COVERS[name]?.()).toBe(svg);
  expect(svg).not.toMatch(/NaN|Infinity|undefined/);
  const picture = sharp(Buffer.from(svg));
  expect(await picture.metadata()).toMatchObject({ width: 1600, height: 1000 });
  const { length } = await picture.resize({ width: 640 }).avif({ quality: 50, effort: 2 }).toBuffer();
  expect(length).toBeGreaterThan(3_000);
  expect(length).toBeLessThan(16_000);
});

test('all covers differ', () => {
  expect(new Set(Object.values(COVERS).map((draw) => draw())).size).toBe(8);
});
