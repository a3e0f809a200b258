import { valuesOf, type WholeListing } from '#features/listings/model/listing-facts.ts';
import { cardToWire } from '#features/listings/model/listing-mapper.ts';
import type { MyListing } from '#features/listings/server/api.ts';
import { englishWords } from '#lib/i18n/all-messages.ts';
import { ownerTransitions } from '../model/listing-transitions.ts';
import type { ChangedAnswer, DraftAnswer, EditableAnswer, MyListingsAnswer } from '../model/sell-contract.ts';
import type { Changed } from './change-my-listing.ts';
import type { Draft } from './draft-store.ts';

/** Placeholders of photos, by key. */
type Placeholders = Map<string, string>;

const photoToWire = (placeholders: Placeholders) => (key: string) => ({
  key,
  url: `/media/${key}`,
  placeholder: placeholders.get(key) ?? null,
});

export function changedToWire({ messageKey, state, version }: Changed): ChangedAnswer {
  return { flag: '1', message: englishWords(messageKey), state, version };
}

export function myListingsToWire(
  listings: MyListing[],
  page: number,
  totalItems: number,
  limit: number,
): MyListingsAnswer {
  return {
    flag: '1',
    listings: listings.map((listing) => ({
      ...cardToWire(listing),
      state: listing.status,
      reasons: listing.reasons,
      views: listing.views,
      favourites: listing.favourites,
      version: listing.version,
      moves: ownerTransitions(listing.status),
    })),
    pagination: { page, totalPages: Math.ceil(totalItems / limit), totalItems },
  };
}

export function editableToWire(listing: WholeListing, placeholders: Placeholders): EditableAnswer {
  const { id, status, reasons, version, certificationReport } = listing;
  return {
    flag: '1',
    listing: {
      id,
      values: valuesOf(listing),
      photos: listing.imageKeys.map(photoToWire(placeholders)),
      report: certificationReport === null ? null : { key: certificationReport, name: '' },
      state: status,
      reasons,
      version,
      moves: ownerTransitions(status),
    },
  };
}

export function draftToWire(draft: (Draft & { updatedAt: Date }) | null, placeholders: Placeholders): DraftAnswer {
  if (!draft) return { flag: '1', draft: null };
  const { id, values, photos, report, step, updatedAt } = draft;
  return {
    flag: '1',
    draft: {
      id,
      values,
      photos: photos.map(photoToWire(placeholders)),
      report,
      step,
      updatedAt: updatedAt.toISOString(),
    },
  };
}
