import { vehicleCalls, vinCalls } from '#features/catalog/catalog-calls.ts';
import type {
  EvSpecsResponse,
  VehiclesResponse,
  VinResponse,
} from '#features/catalog/vehicles/model/vehicle-contract.ts';
import type { ApiClient } from '#lib/api-client/api-client.ts';
import { sellCalls } from '../../catalog-calls.ts';
import type { ChangedResponse, EditableResponse, MyListingsResponse } from '../model/sell-contract.ts';
import { completeDraft, type SavedDraft, type SellContent, type SellDraft } from '../model/sell-draft.ts';

/** One of the user's listings, as form values. */
export type EditableListing = SellContent & Omit<EditableResponse['listing'], 'values' | 'photos' | 'report'>;

export async function fetchDraft(api: ApiClient): Promise<SavedDraft | null> {
  const { draft } = await api.call(sellCalls.draft);
  return draft && completeDraft(draft);
}

/** Saves a draft and returns its new version, which is its time. */
export async function saveDraft(api: ApiClient, { photos, ...draft }: SellDraft): Promise<string> {
  const keys = photos.map(({ key }) => key);
  const { updatedAt } = await api.call(sellCalls.saveDraft, { body: { ...draft, photos: keys } });
  return updatedAt;
}

export function dropDraft(api: ApiClient): Promise<unknown> {
  return api.call(sellCalls.dropDraft);
}

export function fetchMyListings(api: ApiClient, page: number): Promise<MyListingsResponse> {
  return api.call(sellCalls.myListings, { query: { page } });
}

export async function fetchEditable(api: ApiClient, id: string): Promise<EditableListing> {
  const { listing } = await api.call(sellCalls.myListing, { params: { id } });
  return completeDraft(listing);
}

type Edited = SellContent & { id: number; version: number };

export function saveListing(api: ApiClient, { id, version, values, photos, report }: Edited): Promise<ChangedResponse> {
  const body = { version, values, photos: photos.map(({ key }) => key), report: report?.key ?? null };
  return api.call(sellCalls.edit, { params: { id }, body });
}

export function fetchVehicles(api: ApiClient, make?: string): Promise<VehiclesResponse> {
  return api.call(vehicleCalls.list, { query: { make } });
}

export function fetchEvSpecs(
  api: ApiClient,
  car: { make: string; model: string; year: string },
): Promise<EvSpecsResponse> {
  return api.call(vehicleCalls.evSpecs, { query: car });
}

export function checkVin(api: ApiClient, vin: string, typed: { make: string; year: string }): Promise<VinResponse> {
  return api.call(vinCalls.read, {
    params: { vin },
    query: { make: typed.make || undefined, year: typed.year || undefined },
  });
}
