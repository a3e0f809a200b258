import { BUYERS, type Buyer } from './car.ts';
import type { Journey } from './landed/landed-cost.ts';

/** Where a buyer wants a car: the country, a port of it, and who imports it. */
export type Destination = { country: string; port: string | null; buyer: Buyer };

/** A destination and the way to it. */
export type ImportDestination = Destination & Journey;

const WRITTEN = /^([A-Z]{2})(?:-([A-Z]{2}[A-Z0-9]{3}))?(?:-([a-z]+))?$/;

/** Reads `KE`, `KE-KEMBA` or `KE-KEMBA-company`, as in `?to=`. Returns null for anything else; a country may be unknown to us. */
export function readDestination(text: string | null): Destination | null {
  const [, country, port = null, named = 'person'] = WRITTEN.exec(text ?? '') ?? [];
  const buyer = BUYERS.find((known) => known === named);
  return country && buyer ? { country, port, buyer } : null;
}

export function writeDestination({ country, port, buyer }: Destination): string {
  return [country, port, buyer === 'person' ? null : buyer].filter(Boolean).join('-');
}

/** Returns true if `to` is a destination. In URLs of rentals, `to` is the last day. */
export const namesDestination = (params: URLSearchParams) => readDestination(params.get('to')) !== null;

/** Adds a destination to an address or to its query part. */
export function withDestination(address: string, destination: Destination): string {
  return `${address}${address.includes('?') ? '&' : '?'}to=${writeDestination(destination)}`;
}
