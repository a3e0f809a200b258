/** The server functions and types that later areas and the app use. */

export { recordOpening } from '#features/shipping/shipments/server/files/file-store.ts';
export { dropUnpaidTransport } from '#features/shipping/shipments/server/trade-term/trade-terms.ts';
export { type Party, personOf, shipmentFor } from '../shipments/server/shipment-party.ts';
export { loadShipments, plannedDays } from '../shipments/server/shipment-store.ts';
