import type { ImportCar } from '../model/car.ts';

/** Cars with the same facts, which get the same light. */
export type CountedCar = { car: ImportCar; count: number };
/** Reads all public cars for sale. */
export type PublicCars = () => Promise<CountedCar[]>;

/** Other requests wait no longer than this. */
const MAX_BLOCK_MS = 8;

/** Returns a function for loops. It returns null until the loop has blocked for long, and then a pause to await. */
export function pacer(): () => Promise<void> | null {
  let began = performance.now();
  return () => {
    if (performance.now() - began < MAX_BLOCK_MS) return null;
    return new Promise((resolve) =>
      setImmediate(() => {
        began = performance.now();
        resolve();
      }),
    );
  };
}
