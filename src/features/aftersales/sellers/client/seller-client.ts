import { listingCalls } from '#features/catalog/catalog-calls.ts';
import type { Offer } from '#features/catalog/listings/model/listing.ts';
import type { CardResponse } from '#features/catalog/listings/model/listing-contract.ts';
import type { ApiClient } from '#lib/api-client/api-client.ts';
import { sellerCalls } from '../../aftersales-calls.ts';
import type { SellerResponse } from '../model/seller-contract.ts';

const SHOWN_CARS = 9;

/** Returns null if there is no such seller. */
export function fetchSeller(api: ApiClient, id: number): Promise<SellerResponse | null> {
  return api.find(sellerCalls.one, { params: { id } });
}

/** The newest cars of a seller. */
export async function fetchSellerCars(api: ApiClient, id: number, rentSell: Offer): Promise<CardResponse[]> {
  const query = { seller: String(id), rentSell, limit: String(SHOWN_CARS) };
  return (await api.call(listingCalls.find, { query })).listings;
}
