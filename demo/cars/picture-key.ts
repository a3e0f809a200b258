import { BODIES, type CarBody } from './car-body.ts';
import type { CabinColour, CarFace, CarView } from './car-look.ts';
import { drawCar } from './draw-car.ts';
import { type CarPaint, PAINTS } from './paint.ts';

type DemoPicture = { body: CarBody; paint: CarPaint; face: CarFace; view: CarView; cabin: CabinColour };
type Painted = { bodyType: string; paint: string; face: string; cabin: string };

const OUTSIDE = ['front', 'side', 'rear'] as const;
const KEY = /^demo-([a-z]+)-([a-z]+)-(closed|grille)-(front|side|rear|cabin)-(dark|tan|light)$/;

/** Returns the keys of a demo car's pictures, cover first. Listings store only these keys. */
export function demoPictureKeys({ bodyType, paint, face, cabin }: Painted): string[] {
  return [...OUTSIDE, 'cabin'].map((view) => `demo-${bodyType}-${paint}-${face}-${view}-${cabin}`);
}

/** Draws the SVG of a demo picture's key. Returns null for any other key. */
export function demoPicture(key: string): string | null {
  const [, body = '', paint = '', face, view, cabin] = KEY.exec(key) ?? [];
  if (!Object.hasOwn(BODIES, body) || !Object.hasOwn(PAINTS, paint)) return null;
  return drawCar({ body, paint, face, view, cabin } as DemoPicture);
}
