/** The server functions and types of this feature that other features may import. */
export { changeFee, feeChangeOf, lockRentalFee, type NextFee, nextFeesOf, owesRentalFee } from './rental-fee-store.ts';
export { recordRentalPlace, rentalOfferOf, rentalTimesOf } from './rental-store.ts';
