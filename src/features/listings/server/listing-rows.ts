import type { Listings } from '#lib/server/database/rows.ts';
import type { Listing, ListingCard } from '../model/listing.ts';

const CARD = [
  'id',
  'offer',
  'status',
  'make',
  'model',
  'trim',
  'year',
  'price_cents',
  'mileage',
  'mileage_unit',
  'car_type',
  'fuel_type',
  'transmission',
  'seating_capacity',
  'exterior_color',
  'location',
  'condition',
  'certified',
  'review_count',
  'rating_sum',
  'posted_at',
  'updated_at',
] as const satisfies (keyof Listings)[];

const DETAILS = [
  'user_id',
  'engine_cc',
  'interior_color',
  'vin',
  'owners',
  'recent_servicing',
  'no_accident_history',
  'modifications',
  'modification_details',
  'gps',
  'sunroof',
  'leather_seats',
  'backup_camera',
  'description',
  'certification_report',
  'tax_rate',
  'registration_fee_cents',
] as const satisfies (keyof Listings)[];

const listed = (columns: readonly (keyof Listings)[]) => columns.map((column) => `l.${column}`).join(', ');

/** SQL columns of a card; `l` is the listing. */
export const CARD_COLUMNS = `${listed(CARD)}, array_to_string(l.image_keys, ' ') as image_keys, coalesce(l.image_placeholders[1], '') as cover_placeholder`;

export const LISTING_COLUMNS = `${CARD_COLUMNS}, ${listed(DETAILS)},
  array_to_string(l.image_placeholders, ' ') as placeholders`;

export type CardRow = Pick<Listings, (typeof CARD)[number]> & {
  /** Separated by spaces, which parses much faster than an array. */
  image_keys: string;
  cover_placeholder: string;
};

export type ListingRow = CardRow & Pick<Listings, (typeof DETAILS)[number]> & { placeholders: string };

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
    taxRate: row.tax_rate,
    registrationFeeCents: row.registration_fee_cents,
  };
}
