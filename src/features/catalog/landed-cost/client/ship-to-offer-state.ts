import { storedDestination } from './destination.ts';

const REFUSED = 'ship-to-offer';

/** Remembers that the visitor does not want the guessed country. */
export function refuseOffer(): void {
  try {
    localStorage.setItem(REFUSED, 'no');
  } catch {
    // A browser may deny storage; the offer then comes back with the next page load.
  }
}

/** Whether a country may be offered: none is chosen, and no offer was refused. */
export function mayOffer(): boolean {
  try {
    return storedDestination() === '' && localStorage.getItem(REFUSED) === null;
  } catch {
    return false;
  }
}
