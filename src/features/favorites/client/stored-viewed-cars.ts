import { favoriteIds } from '../model/favorites.ts';
import { withViewed } from '../model/viewed-cars.ts';

const LIST = 'seenCars';

/** The cars that were looked at in this browser, the newest at the end. */
export function viewedCars(): number[] {
  try {
    return favoriteIds(localStorage.getItem(LIST) ?? '');
  } catch {
    return [];
  }
}

export function rememberViewedCar(id: number): void {
  try {
    localStorage.setItem(LIST, withViewed(viewedCars(), id).join(','));
  } catch {
    // A browser may refuse storage; then nothing is kept for later.
  }
}
