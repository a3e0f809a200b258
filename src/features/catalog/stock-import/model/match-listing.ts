import type { ListingStatus, Offer } from '#features/catalog/listings/model/listing.ts';
import type { CsvCar } from './row-to-car.ts';

/** One of the seller's listings, with the fields that a row is matched by. */
export type OwnListing = {
  id: number;
  stockNumber: string | null;
  vin: string | null;
  status: ListingStatus;
  offer: Offer;
};

type Match = { do: 'insert' } | { do: 'update'; id: number } | { do: 'leave' } | { do: 'reject'; reason: string };

/** Finds the seller's listing for a car by stock number, else by VIN. */
export function matchListing(
  { stockNumber, vin, offer }: Pick<CsvCar, 'stockNumber' | 'vin' | 'offer'>,
  known: { byStockNumber: Map<string | null, OwnListing>; byVin: Map<string | null, OwnListing> },
): Match {
  const ofStock = stockNumber === null ? undefined : known.byStockNumber.get(stockNumber);
  const ofVin = vin === null ? undefined : known.byVin.get(vin);
  if (ofVin && ofVin !== ofStock && (ofStock || (stockNumber !== null && ofVin.stockNumber !== null))) {
    return reject(`the VIN belongs to the seller's stock number ${ofVin.stockNumber ?? '(none)'}`);
  }
  if (ofStock && vin !== null && ofStock.vin !== null && ofStock.vin !== vin) {
    return reject(`the stock number is known with another VIN, ${ofStock.vin}`);
  }
  const own = ofStock ?? ofVin;
  if (!own) return { do: 'insert' };
  if (own.offer !== offer) return reject(`the car is listed already, but with the offer ${own.offer}`);
  return own.status === 'sold' || own.status === 'rented' ? { do: 'leave' } : { do: 'update', id: own.id };
}

const reject = (reason: string): Match => ({ do: 'reject', reason });
