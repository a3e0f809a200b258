import type { Demo } from '../src/app/demo-package.ts';
import { demoPicture } from './cars/picture-key.ts';
import { createDemoAccounts } from './demo-accounts.ts';
import { hasDemoCars, loadDemoCars } from './load-demo-cars.ts';

/** What the site loads of this package if it is installed. */
export const demo: Demo = {
  createAccounts: createDemoAccounts,
  loadCars: loadDemoCars,
  hasCars: hasDemoCars,
  picture: demoPicture,
};
