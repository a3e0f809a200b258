import { BUYERS, type Buyer } from './car.ts';
import type { Journey } from './landed/landed-cost.ts';

/** Where a buyer wants a car: the country, a port of it, the city with the buyer's door, and who imports it. */
export type Destination = { country: string; port: string | null; city: string | null; buyer: Buyer };

/** A destination and the way to it. Lights and landed costs end at the port, so they need no city. */
export type ImportDestination = Omit<Destination, 'city'> & Journey;

/** A name that an address can keep. It has no `_`, which separates the city from the rest. */
export const CITY_NAME = /^\p{L}[\p{L}\p{M}\d '’.,()-]{0,79}$/u;
const WRITTEN = /^([A-Z]{2})(?:-([A-Z]{2}[A-Z0-9]{3}))?(?:-([a-z]+))?(?:_(.*))?$/;

/**
 * Reads `KE`, `KE-KEMBA`, `KE-KEMBA-company` or `KE-KEMBA-company_Nairobi`, as in `?to=`. Returns null for anything else. The country
 * and the city may be unknown to us; a city that cannot be a name is dropped.
 */
export function readDestination(text: string | null): Destination | null {
  const [, country, port = null, named = 'person', city = ''] = WRITTEN.exec(text ?? '') ?? [];
  const buyer = BUYERS.find((known) => known === named);
  return country && buyer ? { country, port, city: CITY_NAME.test(city) ? city : null, buyer } : null;
}

export function writeDestination({ country, port, city, buyer }: Destination): string {
  const place = [country, port, buyer === 'person' ? null : buyer].filter(Boolean).join('-');
  return city === null ? place : `${place}_${city}`;
}

/** The destination without its city, for answers that end at the port. */
export const atPort = (destination: Destination): Destination => ({ ...destination, city: null });

/** Returns true if `to` is a destination. In URLs of rentals, `to` is the last day. */
export const namesDestination = (params: URLSearchParams) => readDestination(params.get('to')) !== null;

/** Adds a destination to an address or to its query part. */
export function withDestination(address: string, destination: Destination): string {
  const query = new URLSearchParams({ to: writeDestination(destination) });
  return `${address}${address.includes('?') ? '&' : '?'}${query}`;
}
