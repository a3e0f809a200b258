/** The server functions and types that later areas and the app use. */
export { recordOpening } from '../shipments/server/files/opening-store.ts';
export { type Party, personOf, shipmentFor } from '../shipments/server/shipment-party.ts';
export { loadShipments, plannedDays } from '../shipments/server/shipment-store.ts';
export { dropUnpaidTransport } from '../shipments/server/trade-term/choose-trade-term.ts';
