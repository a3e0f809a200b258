import { readdirSync, readFileSync } from 'node:fs';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { SCENES } from './draw-scene.ts';

const FOLDER = 'content/scenes';

test.each(Object.keys(SCENES))('content/scenes has the drawing %s; npm run scenes -w demo updates it', (name) => {
  expect(readFileSync(`${FOLDER}/${name}.svg`, 'utf8')).toBe(SCENES[name]?.());
});

test('every picture in content/scenes is an SVG of at most 200 KB', async () => {
  for (const file of readdirSync(FOLDER)) {
    const svg = readFileSync(`${FOLDER}/${file}`);
    expect(svg.length, file).toBeLessThan(200_000);
    expect((await sharp(svg).metadata()).format, file).toBe('svg');
  }
});

test('the hero picture is smaller than 18 KB at tablet width', async () => {
  const hero = sharp(Buffer.from(SCENES['hero-light']?.() ?? ''));
  const { length } = await hero.resize({ width: 960 }).avif({ quality: 50, effort: 2 }).toBuffer();
  expect(length).toBeLessThan(18_000);
});
