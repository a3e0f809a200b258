/** The server functions and types of this feature that other features may import. */
export { VehicleFinder } from './add-vehicles.ts';
export type { VehicleCatalogue, Vehicles } from './vehicle-catalogue.ts';
export type { Make, Model } from './vehicle-store.ts';
export { vinResponse } from './vin-response.ts';
