import sharp from 'sharp';
import { expect, test } from 'vitest';
import { BODIES, type CarBody } from './car-body.ts';
import type { CarFace, CarView } from './car-look.ts';
import { drawCar } from './draw-car.ts';
import { type CarPaint, PAINTS } from './paint.ts';
import { demoPicture } from './picture-key.ts';

const BODY_NAMES = Object.keys(BODIES) as CarBody[];
const VIEWS: CarView[] = ['front', 'side', 'rear', 'cabin'];
const FACES: CarFace[] = ['closed', 'grille'];
const SVG_LIMIT = 40_960;

const looks = BODY_NAMES.flatMap((body) => VIEWS.flatMap((view) => FACES.map((face) => ({ body, view, face }))));

const webpBytes = async (svg: string): Promise<number> =>
  (await sharp(Buffer.from(svg)).resize({ width: 640 }).webp({ quality: 60 }).toBuffer()).length;

test.each(looks)('a $body with a $face face renders its $view small and deterministically', async (look) => {
  const svg = drawCar({ ...look, paint: 'blue', cabin: 'tan' });
  expect(drawCar({ ...look, paint: 'blue', cabin: 'tan' })).toBe(svg);
  expect(svg).not.toMatch(/NaN|Infinity|undefined/);
  expect(svg.length).toBeLessThan(SVG_LIMIT);
  await expect(sharp(Buffer.from(svg)).metadata()).resolves.toMatchObject({ width: 1600, height: 1200 });
});

test.each(VIEWS)('a card-sized %s has between 3 and 20 KB', async (view) => {
  const bytes = await webpBytes(drawCar({ body: 'suv', view, paint: 'silver', face: 'grille', cabin: 'light' }));
  expect(bytes).toBeGreaterThan(3_000);
  expect(bytes).toBeLessThan(20_000);
});

test('every paint and every cabin color gives a different drawing', () => {
  const paints = Object.keys(PAINTS) as CarPaint[];
  const outside = paints.map((paint) => drawCar({ body: 'sedan', view: 'side', paint, face: 'closed', cabin: 'dark' }));
  expect(new Set(outside).size).toBe(paints.length);
  const inside = (['dark', 'tan', 'light'] as const).map((cabin) =>
    drawCar({ body: 'sedan', view: 'cabin', paint: 'red', face: 'closed', cabin }),
  );
  expect(new Set(inside).size).toBe(3);
});

test('draws the car of a key, and returns null for any other key', () => {
  expect(demoPicture('demo-van-green-grille-rear-light')).toContain('<svg');
  for (const key of [
    'demo-tank-green-grille-rear-light',
    'demo-van-pink-grille-rear-light',
    'demo-constructor-red-closed-side-dark',
    'scene-quay',
    'cat',
  ]) {
    expect(demoPicture(key)).toBeNull();
  }
});
