import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { BODIES, type CarBody } from './bodies/bodies.ts';
import type { CarView, ExteriorLook } from './car-look.ts';
import { cameraFor, drawCar, HEIGHT, WIDTH } from './draw-car.ts';
import { type CarFace, FACES } from './faces/faces.ts';
import { type CarPaint, PAINTS } from './paint.ts';
import { demoPicture, demoPictureKeys } from './picture-key.ts';
import { shellPlace } from './shell.ts';

const BODY_NAMES = Object.keys(BODIES) as CarBody[];
const FACE_NAMES = Object.keys(FACES) as CarFace[];
const VIEWS: CarView[] = ['front', 'side', 'rear', 'cabin'];
const OUTSIDE: ExteriorLook['view'][] = ['front', 'side', 'rear'];
const SVG_LIMIT = 45_056;

const looks = [
  ...BODY_NAMES.flatMap((body) => VIEWS.map((view) => ({ body, view, face: 'crest' as const, night: false }))),
  // The face shows in the nose, the tail and the wheels.
  ...FACE_NAMES.flatMap((face) =>
    (['front', 'rear'] as const).map((view) => ({ body: 'suv' as const, view, face, night: true })),
  ),
];

const webpBytes = async (svg: string): Promise<number> =>
  (await sharp(Buffer.from(svg)).resize({ width: 640 }).webp({ quality: 60 }).toBuffer()).length;

test.each(looks)('the $view of a $body with the face $face is small and deterministic, night: $night', async (look) => {
  const svg = drawCar({ ...look, paint: 'blue', cabin: 'tan' });
  // One view of each is enough to detect randomness or a clock; drawing takes most of this file's time.
  if (look.view === 'front' || look.view === 'cabin')
    expect(drawCar({ ...look, paint: 'blue', cabin: 'tan' })).toBe(svg);
  expect(svg).not.toMatch(/NaN|Infinity|undefined/);
  expect(svg.length).toBeLessThan(SVG_LIMIT);
  await expect(sharp(Buffer.from(svg)).metadata()).resolves.toMatchObject({ width: WIDTH, height: HEIGHT });
});

test.each(VIEWS)('a card-sized %s has between 3 and 20 KB by day and at night', async (view) => {
  for (const night of [false, true]) {
    const look = { body: 'offroader', view, paint: 'silver', face: 'slot', cabin: 'light', night } as const;
    const bytes = await webpBytes(drawCar(look));
    expect(bytes).toBeGreaterThan(3_000);
    expect(bytes).toBeLessThan(20_000);
  }
});

describe.each(BODY_NAMES)('a %s', (name) => {
  const body = BODIES[name];

  test.each(OUTSIDE)('fills between 78 and 90 percent of the width of its %s picture', (view) => {
    const camera = cameraFor(body, view);
    const across = Array.from({ length: 120 }, (_, i) => camera.project(shellPlace(body.lower, i / 20, 0.4))[0]);
    const share = (Math.max(...across) - Math.min(...across)) / WIDTH;
    expect(share).toBeGreaterThan(0.78);
    expect(share).toBeLessThan(0.9);
    expect(Math.min(...across)).toBeGreaterThan(0);
  });

  test.each(OUTSIDE)('stays within the height of its %s picture', (view) => {
    const camera = cameraFor(body, view);
    const { front, rear, radius } = body.wheel;
    const tires = [front, rear].map((x) => camera.project([x, body.lower.half(0.4), 0])[1]);
    const roof = [0, 1, 2, 3, 4, 5].map((turn) => camera.project(shellPlace(body.upper, turn, 1))[1]);
    expect(Math.max(...tires) + radius).toBeLessThan(HEIGHT * 0.97);
    expect(Math.min(...roof)).toBeGreaterThan(HEIGHT * 0.1);
  });
});

test('every body, face, paint and cabin color gives a different drawing', () => {
  const look = { body: 'sedan', view: 'front', paint: 'red', face: 'bar', cabin: 'dark' } as const;
  const paints = Object.keys(PAINTS) as CarPaint[];
  const different = (drawings: string[]) => expect(new Set(drawings).size).toBe(drawings.length);
  different(BODY_NAMES.map((body) => drawCar({ ...look, body })));
  different(FACE_NAMES.map((face) => drawCar({ ...look, face })));
  different(paints.map((paint) => drawCar({ ...look, paint })));
  different((['dark', 'tan', 'light'] as const).map((cabin) => drawCar({ ...look, view: 'cabin', cabin })));
});

test('wheels show no brake calipers', () => {
  for (const face of FACE_NAMES)
    expect(drawCar({ body: 'suv', view: 'side', paint: 'blue', face })).not.toContain('#c2410c');
});

test('draws the cars of all keys of new listings, by day and at night', () => {
  for (const key of demoPictureKeys({ body: 'offroader', paint: 'green', face: 'slot', cabin: 'tan' })) {
    expect(demoPicture(key)).toContain('<svg');
    expect(demoPicture(`${key}-night`)).toContain('<svg');
    expect(demoPicture(`${key}-night`)).not.toBe(demoPicture(key));
  }
});

/** Bodies in keys up to CarQuay 0.2. */
const FORMER_BODIES = ['sedan', 'suv', 'hatchback', 'truck', 'coupe', 'wagon', 'van', 'convertible'];

test.each(FORMER_BODIES)('draws a %s of CarQuay 0.2', (body) => {
  for (const view of VIEWS)
    for (const night of ['', '-night'])
      expect(demoPicture(`demo-${body}-white-closed-${view}-dark${night}`)).toContain('<svg');
  expect(demoPicture(`demo-${body}-white-grille-front-dark`)).toContain('<svg');
});

test.each([
  'demo-tank-green-crest-rear-light',
  'demo-van-pink-crest-rear-light',
  'demo-van-green-frown-rear-light',
  'demo-constructor-red-bar-side-dark',
  'demo-van-red-constructor-side-dark',
  'demo-van-green-crest-rear-light-day',
  'scene-quay',
  'cat',
])('returns null for the key %s', (key) => {
  expect(demoPicture(key)).toBeNull();
});
