import type { Demo } from '../src/app/demo-package.ts';
import { demoPicture } from './cars/picture-key.ts';
import { createDemoAccounts } from './demo-accounts.ts';
import { hasDemoCars, loadDemoCars, offersDemoCars } from './load-demo-cars.ts';

/** The entry point that the site loads if this package is installed. */
export const demo: Demo = {
  createAccounts: createDemoAccounts,
  loadCars: loadDemoCars,
  hasCars: hasDemoCars,
  offersCars: offersDemoCars,
  picture: demoPicture,
};
