import { drawCar } from './draw-car.ts';
import { demoPictureOfKey } from './picture-key.ts';

/** The drawing that a demo picture's key stands for; null for any other key. */
export function demoPicture(key: string): string | null {
  const picture = demoPictureOfKey(key);
  if (picture?.kind !== 'car') return null;
  return drawCar(picture);
}
