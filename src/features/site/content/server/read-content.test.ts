import { expect, test } from 'vitest';
import { readScene } from './read-content.ts';

test('reads the SVG of a scene', async () => {
  expect(await readScene('scene-empty-quay')).toMatch(/^<svg /);
});

test.each([
  'scene-nowhere',
  'scene-constructor',
  'scene-../package',
  'scene-',
  'empty-quay',
  'demo-van-green-grille-rear-light',
])('returns null for %s', async (key) => {
  expect(await readScene(key)).toBeNull();
});
