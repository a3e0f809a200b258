import { favoriteIds } from '../model/favorites.ts';
import { addViewedCar } from '../model/viewed-cars.ts';

const LIST = 'seenCars';

/** Returns the cars viewed in this browser, newest last. */
export function viewedCars(): number[] {
  try {
    return favoriteIds(localStorage.getItem(LIST) ?? '');
  } catch {
    return [];
  }
}

export function rememberViewedCar(id: number): void {
  try {
    localStorage.setItem(LIST, addViewedCar(viewedCars(), id).join(','));
  } catch {
    // The browser may refuse storage.
  }
}
