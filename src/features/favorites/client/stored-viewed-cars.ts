import { favouriteIds } from '../model/favorites.ts';
import { withSeen } from '../model/viewed-cars.ts';

const LIST = 'seenCars';

/** The cars that were looked at in this browser, the newest at the end. */
export function seenCars(): number[] {
  try {
    return favouriteIds(localStorage.getItem(LIST) ?? '');
  } catch {
    return [];
  }
}

export function rememberSeenCar(id: number): void {
  try {
    localStorage.setItem(LIST, withSeen(seenCars(), id).join(','));
  } catch {
    // A browser may refuse storage; then nothing is kept for later.
  }
}
