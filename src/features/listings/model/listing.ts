export const OFFERS = ['Sell', 'Rent'] as const;
export type Offer = (typeof OFFERS)[number];

export const CAR_TYPES = ['sedan', 'suv', 'hatchback', 'truck', 'coupe', 'wagon', 'van', 'convertible'] as const;
export type CarType = (typeof CAR_TYPES)[number];

export const FUEL_TYPES = ['petrol', 'diesel', 'electric', 'hybrid', 'cng', 'lpg'] as const;
export type FuelType = (typeof FUEL_TYPES)[number];

export const TRANSMISSIONS = ['automatic', 'manual', 'cvt', 'semi-automatic'] as const;
export type Transmission = (typeof TRANSMISSIONS)[number];

export const CONDITIONS = ['Excellent', 'Good', 'Fair'] as const;
export type Condition = (typeof CONDITIONS)[number];

export const LISTING_STATUSES = ['requested', 'returned', 'active', 'paused', 'sold', 'rented', 'rejected'] as const;
export type ListingStatus = (typeof LISTING_STATUSES)[number];

export const MIN_YEAR = 1900;

/** Returns the possible model years, newest first. Makers are one year ahead. */
export function modelYears(thisYear: number): number[] {
  return Array.from({ length: thisYear + 2 - MIN_YEAR }, (_, age) => thisYear + 1 - age);
}

/** Ranges for the numbers of a car, typed or imported. The price of a Rent car is per day. */
export const LIMITS = {
  dollars: { min: 1, max: 5_000_000 },
  mileage: { min: 0, max: 2_000_000 },
  engineCc: { min: 100, max: 12_000 },
  seats: { min: 2, max: 15 },
  owners: { min: 0, max: 99 },
} as const;

/** Maximum lengths of texts, in characters. */
export const MAX_LENGTH = {
  stockNumber: 64,
  make: 60,
  model: 80,
  trim: 80,
  location: 120,
  exteriorColor: 40,
  interiorColor: 40,
  modificationDetails: 2_000,
  description: 10_000,
} as const;

/** An odometer reading in the unit the seller gave. */
export type Mileage = { value: number; unit: 'km' | 'mi' };

/** The data of a car card. Money is integer US cents; the price of a Rent car is per day. */
export type ListingCard = {
  id: number;
  offer: Offer;
  status: ListingStatus;
  make: string;
  model: string;
  trim: string | null;
  year: number;
  priceCents: number;
  mileage: Mileage | null;
  carType: CarType | null;
  fuelType: FuelType | null;
  transmission: Transmission | null;
  seatingCapacity: number | null;
  exteriorColor: string | null;
  location: string | null;
  condition: Condition | null;
  certified: boolean;
  imageKeys: string[];
  /** Blurred previews in the order of the images, possibly fewer. A card has only the first. */
  imagePlaceholders: string[];
  /** From reviews of completed bookings. `average` is null if there are none. */
  rating: { average: number | null; count: number };
  postedAt: Date;
  updatedAt: Date;
};

/** All public data of a listing. */
export type Listing = ListingCard & {
  userId: number;
  engineCc: number | null;
  interiorColor: string | null;
  vin: string | null;
  /** Number of previous owners. */
  owners: number | null;
  serviceHistory: { recentServicing: boolean; noAccidentHistory: boolean; modifications: boolean };
  modificationDetails: string | null;
  extraFeatures: { gps: boolean; sunroof: boolean; leatherSeats: boolean; backupCamera: boolean };
  description: string | null;
  certificationReport: string | null;
  /** Share of the price: 0.08 for 8 %. */
  taxRate: number;
  registrationFeeCents: number;
};

/** Facts of a car that a seller or a spreadsheet provides. Unknown facts are null, never guessed. */
export type ListingFacts = Omit<
  Listing,
  'id' | 'userId' | 'status' | 'certified' | 'rating' | 'postedAt' | 'updatedAt' | 'taxRate' | 'registrationFeeCents'
> & { stockNumber: string | null };
