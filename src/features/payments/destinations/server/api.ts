/** The server functions and types of this feature that other features may import. */
export {
  answersOfOrder,
  answersToExport,
  type CarPlace,
  eraseDeclarations,
  eraseUnpaidDeclarations,
  isDestinationNotSaid,
  placesOfOrders,
} from './answer-store.ts';
export { checkDestination, type NamedCountry } from './check-destination.ts';
export { decideDestination } from './decide-destination.ts';
export {
  destinationOfPayment,
  destinationsOfOrder,
  destinationsOfPayments,
  eraseBuyingFor,
  eraseUnpaidBuyingFor,
  insertDestination,
  noteNotSaid,
} from './destination-store.ts';
export { mailProhibited, recordAnswers } from './record-answers.ts';
