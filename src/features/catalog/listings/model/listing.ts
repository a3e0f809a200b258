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
