import type {
  CarType,
  Condition,
  FuelType,
  Listing,
  ListingCard,
  ListingStatus,
  Offer,
  Transmission,
} from '../model/listing.ts';

/** The columns of a card, in SQL; `l` is the listing. */
export const CARD_COLUMNS = `l.id, l.offer, l.status, l.make, l.model, l.trim, l.year, l.price_cents, l.mileage, l.mileage_unit,
  l.car_type, l.fuel_type, l.transmission, l.seating_capacity, l.exterior_color, l.location, l.condition, l.certified,
  array_to_string(l.image_keys, ' ') as image_keys, coalesce(l.image_placeholders[1], '') as cover_placeholder, l.review_count, l.rating_sum, l.posted_at, l.updated_at`;

export const LISTING_COLUMNS = `${CARD_COLUMNS}, l.user_id, l.engine_cc, l.interior_color, l.vin, l.owners, l.recent_servicing,
  l.no_accident_history, l.modifications, l.modification_details, l.gps, l.sunroof, l.leather_seats, l.backup_camera,
  l.description, array_to_string(l.image_placeholders, ' ') as placeholders, l.certification_report, l.tax_rate, l.registration_fee_cents`;

export type CardRow = {
  id: number;
  offer: Offer;
  status: ListingStatus;
  make: string;
  model: string;
  trim: string | null;
  year: number;
  price_cents: number;
  mileage: number | null;
  mileage_unit: 'km' | 'mi';
  car_type: CarType | null;
  fuel_type: FuelType | null;
  transmission: Transmission | null;
  seating_capacity: number | null;
  exterior_color: string | null;
  location: string | null;
  condition: Condition | null;
  certified: boolean;
  /** Separated by spaces: far quicker to read than an array. */
  image_keys: string;
  cover_placeholder: string;
  review_count: number;
  rating_sum: number;
  posted_at: Date;
  updated_at: Date;
};

export type ListingRow = CardRow & {
  user_id: number;
  engine_cc: number | null;
  interior_color: string | null;
  vin: string | null;
  owners: number | null;
  recent_servicing: boolean;
  no_accident_history: boolean;
  modifications: boolean;
  modification_details: string | null;
  gps: boolean;
  sunroof: boolean;
  leather_seats: boolean;
  backup_camera: boolean;
  description: string | null;
  placeholders: string;
  certification_report: string | null;
  tax_rate: string | number;
  registration_fee_cents: number;
};

export function cardOfRow(row: CardRow): ListingCard {
  return {
    id: row.id,
    offer: row.offer,
    status: row.status,
    make: row.make,
    model: row.model,
    trim: row.trim,
    year: row.year,
    priceCents: row.price_cents,
    mileage: row.mileage === null ? null : { value: row.mileage, unit: row.mileage_unit },
    carType: row.car_type,
    fuelType: row.fuel_type,
    transmission: row.transmission,
    seatingCapacity: row.seating_capacity,
    exteriorColor: row.exterior_color,
    location: row.location,
    condition: row.condition,
    certified: row.certified,
    imageKeys: row.image_keys === '' ? [] : row.image_keys.split(' '),
    imagePlaceholders: [row.cover_placeholder],
    rating: {
      average: row.review_count === 0 ? null : Math.round((10 * row.rating_sum) / row.review_count) / 10,
      count: row.review_count,
    },
    postedAt: row.posted_at,
    updatedAt: row.updated_at,
  };
}

export function listingOfRow(row: ListingRow): Listing {
  return {
    ...cardOfRow(row),
    imagePlaceholders: row.placeholders.split(' '),
    userId: row.user_id,
    engineCc: row.engine_cc,
    interiorColor: row.interior_color,
    vin: row.vin,
    owners: row.owners,
    serviceHistory: {
      recentServicing: row.recent_servicing,
      noAccidentHistory: row.no_accident_history,
      modifications: row.modifications,
    },
    modificationDetails: row.modification_details,
    extraFeatures: {
      gps: row.gps,
      sunroof: row.sunroof,
      leatherSeats: row.leather_seats,
      backupCamera: row.backup_camera,
    },
    description: row.description,
    certificationReport: row.certification_report,
    taxRate: Number(row.tax_rate),
    registrationFeeCents: row.registration_fee_cents,
  };
}
