import type { MessageKey, Translator } from '#lib/i18n/translator.ts';
import { slugWords } from '#lib/slug.ts';
import { type FieldsWith, type FieldValues, type OptionOf, optionsOf } from './listing-fields.ts';

export const OFFERS = ['Sell', 'Rent'] as const;
export type Offer = (typeof OFFERS)[number];

export const CAR_TYPES = optionsOf('carType');
export type CarType = OptionOf<'carType'>;
export type FuelType = OptionOf<'fuelType'>;
export type Transmission = OptionOf<'transmission'>;
export type Condition = OptionOf<'condition'>;

export const LISTING_STATUSES = ['requested', 'returned', 'active', 'paused', 'sold', 'rented', 'rejected'] as const;
export type ListingStatus = (typeof LISTING_STATUSES)[number];

export const MIN_YEAR = 1900;

/** Returns the possible model years, newest first. Makers are one year ahead. */
export function modelYears(thisYear: number): number[] {
  return Array.from({ length: thisYear + 2 - MIN_YEAR }, (_, age) => thisYear + 1 - age);
}

/** Ranges of other numbers than those of LISTING_FIELDS, typed or imported. The price of a Rent car is per day. */
export const LIMITS = {
  dollars: { min: 1, max: 5_000_000 },
  mileage: { min: 0, max: 2_000_000 },
} as const;

/** Maximum lengths of other texts than those of LISTING_FIELDS, in characters. */
export const MAX_LENGTH = { stockNumber: 64, make: 60, model: 80, trim: 80 } as const;

/** An odometer reading in the unit the seller gave. */
export type Mileage = { value: number; unit: 'km' | 'mi' };

/** The data of a car card. Money is integer US cents; the price of a Rent car is per day. */
export type ListingCard = FieldValues<FieldsWith<{ in: 'card' }>> & {
  id: number;
  offer: Offer;
  status: ListingStatus;
  make: string;
  model: string;
  trim: string | null;
  year: number;
  priceCents: number;
  mileage: Mileage | null;
  certified: boolean;
  /** Share of the price: 0.08 for 8 %. */
  taxRate: number;
  registrationFeeCents: number;
  /** First free day (UTC) of a car that is rented today; null if today is free. */
  availableFrom: string | null;
  /** Until when another buyer's payment holds the car; null if none does. */
  heldUntil: Date | null;
  imageKeys: string[];
  /** Blurred previews in the order of the images, possibly fewer. A card has only the first. */
  imagePlaceholders: string[];
  /** From reviews of completed bookings. `average` is null if there are none. */
  rating: { average: number | null; count: number };
  postedAt: Date;
  updatedAt: Date;
};

/** All public data of a listing. */
export type Listing = ListingCard &
  FieldValues<FieldsWith<{ in: 'details' }>> & {
    userId: number;
    /** The province of the location; null if it names none of China. */
    province: string | null;
    /** The full name of the seller, for publicName; null once the account is closed. */
    sellerName: string | null;
    certificationReport: string | null;
  };

type Named = { year: number; make: string; model: string; trim?: string | null };

/** Returns a display name such as 2021 BYD Han EV Premium. */
export function listingName({ year, make, model, trim }: Named): string {
  return [year, make, model, trim].filter(Boolean).join(' ');
}

/** Names one car, or several of an order so that a sentence can name them like one. */
export function lotName(cars: readonly Named[], t: Translator): string {
  const names = cars.map(listingName);
  return names.length === 1 ? (names[0] ?? '') : t('cars.lot', { count: names.length, cars: names.join(', ') });
}

const FALLBACK = 'car';

/** `{make}-{model}-{listingId}`: readable words in any script, then the id. Only the id identifies the listing. */
export function listingSlug(car: { id: number; make: string; model: string }): string {
  return `${slugWords(car.make, FALLBACK)}-${slugWords(car.model, FALLBACK)}-${car.id}`;
}

export function listingPath(car: { id: number; make: string; model: string; offer: Offer }): string {
  return `/${car.offer === 'Rent' ? 'rent-car' : 'buy-car'}/${encodeURIComponent(listingSlug(car))}`;
}

/** The four status names of the public API. */
export type DisplayStatus = 'active' | 'sold' | 'rented' | 'requested';

const DISPLAY_STATUS: Record<ListingStatus, DisplayStatus> = {
  active: 'active',
  sold: 'sold',
  rented: 'rented',
  requested: 'requested',
  returned: 'requested',
  paused: 'requested',
  rejected: 'requested',
};

export function displayStatus(status: ListingStatus): DisplayStatus {
  return DISPLAY_STATUS[status];
}

/**
 * Returns why a car cannot be booked, or null if it can. A Rent car that is rented today can be booked for other days.
 */
export function unavailableAs(offer: Offer, status: DisplayStatus): Exclude<DisplayStatus, 'active'> | null {
  return status === 'active' || (offer === 'Rent' && status === 'rented') ? null : status;
}

export function isBookable(offer: Offer, status: DisplayStatus): boolean {
  return unavailableAs(offer, status) === null;
}

/** Sold and rented cars stay reachable by link; lists and search show only those that can be booked. */
export function reachableByLink(status: ListingStatus): boolean {
  return status === 'active' || status === 'sold' || status === 'rented';
}

/** Names of the transitions in the API. */
export const OWNER_TRANSITIONS = ['pause', 'resume', 'sold'] as const;
export const DECISIONS = ['approve', 'return', 'reject'] as const;
export type OwnerTransition = (typeof OWNER_TRANSITIONS)[number];
export type Decision = (typeof DECISIONS)[number];
export type Move = OwnerTransition | Decision | 'edit' | 'edit of identity' | 'delete';

type Rule = { from: readonly ListingStatus[]; to: ListingStatus | 'same' | 'gone' };

/** Allowed source states and the target state of each move. */
const TRANSITIONS: Record<Move, Rule> = {
  approve: { from: ['requested'], to: 'active' },
  return: { from: ['requested'], to: 'returned' },
  reject: { from: ['requested', 'returned'], to: 'rejected' },
  pause: { from: ['active'], to: 'paused' },
  resume: { from: ['paused'], to: 'active' },
  sold: { from: ['active', 'paused'], to: 'sold' },
  edit: { from: ['requested', 'active', 'paused'], to: 'same' },
  'edit of identity': { from: ['requested', 'returned', 'active', 'paused'], to: 'requested' },
  delete: { from: ['requested', 'returned', 'rejected', 'active', 'paused'], to: 'gone' },
};

type MoveResult = { to: ListingStatus | 'gone' } | { refused: MessageKey };

/** Returns the target state of a move, or why it is not allowed. */
export function transition(status: ListingStatus, move: Move): MoveResult {
  const { from, to } = TRANSITIONS[move];
  if (from.includes(status)) return { to: to === 'same' ? status : to };
  return { refused: refusalOf(status, to) };
}

function refusalOf(status: ListingStatus, to: Rule['to']): MessageKey {
  if (status === to) return 'sell.move.same';
  if (status === 'sold' || status === 'rented') return 'sell.move.gone';
  if (status === 'rejected') return 'sell.move.rejected';
  return status === 'requested' ? 'sell.move.requested' : 'sell.move.never';
}

/** Returns the actions that the owner can take now. */
export function ownerTransitions(status: ListingStatus): ('edit' | 'delete' | OwnerTransition)[] {
  const offered = ['edit of identity', ...OWNER_TRANSITIONS, 'delete'] as const;
  return offered
    .filter((move) => TRANSITIONS[move].from.includes(status))
    .map((move) => (move === 'edit of identity' ? 'edit' : move));
}
