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
  store(addViewedCar(viewedCars(), id));
}

/** Removes cars from the list, such as cars that have become private. */
export function forgetViewedCars(ids: number[]): void {
  store(viewedCars().filter((id) => !ids.includes(id)));
}

function store(ids: number[]): void {
  try {
    if (ids.length > 0) localStorage.setItem(LIST, ids.join(','));
    else localStorage.removeItem(LIST);
  } catch {
    // The browser may refuse storage.
  }
}
