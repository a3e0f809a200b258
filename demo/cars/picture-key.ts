import { BODIES, type CarBody } from './bodies/bodies.ts';
import type { CabinColor, CarView } from './car-look.ts';
import { drawCar } from './draw-car.ts';
import { type CarFace, FACES } from './faces/faces.ts';
import { type CarPaint, PAINTS } from './paint.ts';

type DemoPicture = { body: CarBody; paint: CarPaint; face: CarFace; view: CarView; cabin: CabinColor };
type Painted = { body: CarBody; paint: CarPaint; face: CarFace; cabin: CabinColor };

const OUTSIDE = ['front', 'side', 'rear'] as const;
const KEY = /^demo-([a-z]+)-([a-z]+)-([a-z]+)-(front|side|rear|cabin)-(dark|tan|light)(-night)?$/;
/** Faces in keys up to CarQuay 0.2, which databases still hold. Its bodies have kept their names. */
const FORMER_FACES: Record<string, CarFace> = { closed: 'bar', grille: 'crest' };

/** Returns the keys of a demo car's pictures, cover first. Listings store only these keys. */
export function demoPictureKeys({ body, paint, face, cabin }: Painted): string[] {
  return [...OUTSIDE, 'cabin'].map((view) => `demo-${body}-${paint}-${face}-${view}-${cabin}`);
}

/** Draws the SVG of a demo picture's key. Returns null for any other key. */
export function demoPicture(key: string): string | null {
  const [, body = '', paint = '', named = '', view, cabin, night] = KEY.exec(key) ?? [];
  const face = Object.hasOwn(FORMER_FACES, named) ? FORMER_FACES[named]! : named;
  if (!Object.hasOwn(BODIES, body) || !Object.hasOwn(PAINTS, paint) || !Object.hasOwn(FACES, face)) return null;
  return drawCar({ ...({ body, paint, face, view, cabin } as DemoPicture), night: night !== undefined });
}
