/** The server functions and types of this feature that other features may import. */
export { insertEvent, lockOrders, lockShipment } from './event-store.ts';
export { filesOfOrder } from './files/file-store.ts';
export { recordOpening } from './files/opening-store.ts';
export { plannedDays } from './planned-days.ts';
export { carOf } from './shipment-car.ts';
export { actorOf, type Party, personOf, shipmentFor } from './shipment-party.ts';
export { loadShipments, type Shipment } from './shipment-store.ts';
export { dropUnpaidTransport } from './trade-term/drop-unpaid-transport.ts';
