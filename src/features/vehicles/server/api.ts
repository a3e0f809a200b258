/** The server functions and types of this feature that other features may import. */
export { ImportVehicles } from './add-vehicles.ts';
export type { VehicleCatalogue, Vehicles } from './vehicle-catalogue.ts';
export type { Make, Model } from './vehicle-store.ts';
export { answerAboutVin } from './vin-response.ts';
