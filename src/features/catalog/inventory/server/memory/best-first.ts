import { type Bitmap, intersect, subtract } from './bitmap.ts';
import type { LightColumn } from './destinations/light-column.ts';
import { Matches } from './matches.ts';

/**
 * Splits matches into parts, best first: by what the rules of a destination say about the car, then by whether it has photos. The parts
 * are made one after the other, because a page rarely needs more than the first.
 */
export function* bestFirst(matches: Matches, light: LightColumn | undefined, withPictures: Bitmap): Generator<Matches> {
  const { offer } = matches;
  for (const slots of light ? byLight(matches.bitmap, light) : [matches.bitmap]) {
    yield Matches.inBitmap(offer, only(slots, withPictures));
    yield Matches.inBitmap(offer, except(slots, withPictures));
  }
}

function* byLight(slots: Bitmap, light: LightColumn): Generator<Bitmap> {
  const [green, amber] = [light.passing('green'), light.passing('amber')];
  yield only(slots, green);
  // Green cars pass as amber ones.
  yield except(only(slots, amber), green);
  yield except(slots, amber);
}

function only(slots: Bitmap, others: Bitmap): Bitmap {
  const common = slots.slice();
  intersect(common, others);
  return common;
}

function except(slots: Bitmap, others: Bitmap): Bitmap {
  const left = slots.slice();
  subtract(left, others);
  return left;
}
