/** The server functions and types that later areas and the app use. */

export { dropUnpaidTransport } from '#features/shipping/shipments/server/trade-term/trade-terms.ts';
export { recordOpening } from '../shipments/server/files/opening-store.ts';
export { type Party, personOf, shipmentFor } from '../shipments/server/shipment-party.ts';
export { loadShipments, plannedDays } from '../shipments/server/shipment-store.ts';
