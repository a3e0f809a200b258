import type { CarBody } from './car-body.ts';
import type { CarFace, CarView } from './car-look.ts';
import type { CarPaint } from './paint.ts';

/** A demo picture by what is drawn on it. Its key is all that a listing stores. */
export type DemoPicture =
  | { kind: 'car'; body: CarBody; paint: CarPaint; face: CarFace; view: CarView; cabin: 'dark' | 'tan' | 'light' }
  | { kind: 'scene'; scene: string };

const OUTSIDE = ['front', 'side', 'rear'] as const;
const CAR = /^demo-([a-z]+)-([a-z]+)-(closed|grille)-(front|side|rear|cabin)-(dark|tan|light)$/;
const SCENE = /^scene-([a-z-]{1,40})$/;

type Painted = { bodyType: string; paint: string; face: string; cabin: string };

/** The keys of a demo car's pictures, its cover first. */
export function demoPictureKeys({ bodyType, paint, face, cabin }: Painted): string[] {
  return [...OUTSIDE, 'cabin'].map((view) => `demo-${bodyType}-${paint}-${face}-${view}-${cabin}`);
}

/** What a key stands for; null for a key that is not of the demo's making. */
export function demoPictureOfKey(key: string): DemoPicture | null {
  const scene = SCENE.exec(key)?.[1];
  if (scene) return { kind: 'scene', scene };
  const [, body, paint, face, view, cabin] = CAR.exec(key) ?? [];
  if (!body) return null;
  return { kind: 'car', body, paint, face, view, cabin } as DemoPicture;
}
