import { BODIES } from './car-body.ts';
import { drawCar } from './draw-car.ts';
import { drawScene } from './draw-scene.ts';
import { PAINTS } from './paint.ts';
import { demoPictureOfKey } from './picture-key.ts';

/** The drawing that a demo picture's key stands for; null for any other key. */
export function demoPicture(key: string): string | null {
  const picture = demoPictureOfKey(key);
  if (!picture) return null;
  if (picture.kind === 'scene') return drawScene(picture.scene);
  if (!Object.hasOwn(BODIES, picture.body) || !Object.hasOwn(PAINTS, picture.paint)) return null;
  return drawCar(picture);
}
