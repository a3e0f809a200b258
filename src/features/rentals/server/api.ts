/** The server functions and types of this feature that other features may import. */
export { owesRentalFee, recordRentalPlace, rentalOfferOf, rentalTimesOf } from './rental-store.ts';
