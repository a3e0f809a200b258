import { sellCalls, vehicleCalls, vinCalls } from '#features/catalog/catalog-calls.ts';
import type { OwnerTransition } from '#features/catalog/listings/model/listing.ts';
import type {
  ChangedResponse,
  EditableResponse,
  MyListingsResponse,
} from '#features/catalog/sell/model/sell-contract.ts';
import {
  completeDraft,
  type SavedDraft,
  type SellContent,
  type SellDraft,
} from '#features/catalog/sell/model/sell-draft.ts';
import type {
  EvSpecsResponse,
  VehiclesResponse,
  VinResponse,
} from '#features/catalog/vehicles/model/vehicle-contract.ts';
import { type ApiClient, isApiFailure } from '#lib/api-client/api-client.ts';
import type { ActionInput, ActionOutcome, FormAction } from '#lib/pages/form-action.ts';

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

/** Form actions of 'My listings'. */

/** On a conflict, reloads the list and shows the error next to the listing. */
async function orConflict({ url }: ActionInput, call: () => Promise<ChangedResponse>): Promise<ActionOutcome> {
  try {
    const { message } = await call();
    return { done: true, message };
  } catch (error) {
    if (!isApiFailure(error) || (error.status !== 409 && error.status !== 404)) throw error;
    return { done: false, message: error.message, to: url.pathname + url.search };
  }
}

function transitionAction(move: OwnerTransition): FormAction {
  return (input) => {
    const { listing = '', version = '' } = input.values;
    const call = { params: { id: listing }, body: { move, version: Number(version) } };
    return orConflict(input, () => input.api.call(sellCalls.move, call));
  };
}

const deleteAction: FormAction = (input) => {
  const { listing = '' } = input.values;
  return orConflict(input, () => input.api.call(sellCalls.remove, { params: { id: listing } }));
};

export const myListingActions: Record<`listing ${OwnerTransition | 'delete'}`, FormAction> = {
  'listing pause': transitionAction('pause'),
  'listing resume': transitionAction('resume'),
  'listing sold': transitionAction('sold'),
  'listing delete': deleteAction,
};

/** Returns a random UUID. `crypto.randomUUID` is missing on pages without HTTPS. */
export function newDraftId(): string {
  if ('randomUUID' in crypto) return crypto.randomUUID();
  const bytes = (crypto as Crypto).getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
