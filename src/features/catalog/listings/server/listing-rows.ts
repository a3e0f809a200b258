import { compileMapper } from '#lib/server/compile-mapper.ts';

import type { Listings } from '#lib/server/database/rows.ts';
import type { Listing, ListingCard } from '../model/listing.ts';
import {
  type ColumnOf,
  columnOf,
  type FieldName,
  type FieldValues,
  FLAG_GROUPS,
  type FlagGroup,
  type FlagOf,
  fieldOf,
  fieldsWith,
  LISTING_FIELDS,
  type PlainName,
} from '../model/listing-fields.ts';

type Fields = typeof LISTING_FIELDS;
type FlagColumn = { [Group in FlagGroup]: Fields[Group]['flags'][FlagOf<Group>] }[FlagGroup];

/** Returns the columns of fields by field name. */
const columnsOf = <Name extends PlainName>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, columnOf(name)])) as { [N in Name]: ColumnOf<N> };

const CARD_FIELDS = columnsOf(fieldsWith({ in: 'card' }));
const DETAIL_FIELDS = columnsOf(
  fieldsWith({ in: 'details' }).filter(
    (name): name is Exclude<typeof name, FlagGroup> => fieldOf(name).kind !== 'flags',
  ),
);
const FLAG_COLUMNS = FLAG_GROUPS.flatMap((group) => Object.values<FlagColumn>(LISTING_FIELDS[group].flags));

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
  ...Object.values(CARD_FIELDS),
  'certified',
  'tax_rate',
  'registration_fee_cents',
  'review_count',
  'rating_sum',
  'posted_at',
  'updated_at',
] as const satisfies (keyof Listings)[];

const DETAILS = [
  'user_id',
  'province',
  ...Object.values(DETAIL_FIELDS),
  ...FLAG_COLUMNS,
  'certification_report',
] as const satisfies (keyof Listings)[];

const listed = (columns: readonly (keyof Listings)[]) => columns.map((column) => `l.${column}`).join(', ');

/** The first free day of a car that is rented today. */
const AVAILABLE_FROM = `case when l.status = 'rented' then (
    select (min(d.day) + 1)::text from rental_days d
    where d.listing_id = l.id and d.day >= (now() at time zone 'UTC')::date
      and not exists (select 1 from rental_days n where n.listing_id = l.id and n.day = d.day + 1)
      and exists (select 1 from rental_days t where t.listing_id = l.id and t.day = (now() at time zone 'UTC')::date)
  ) end as available_from`;

/** When the hold of a buyer who is paying now ends. */
const HELD_UNTIL = `case when l.status = 'active' and l.offer = 'Sell' then (
    select p.expires_at from sale_claims c join payments p on p.id = c.payment_id
    where c.listing_id = l.id and p.state in ('created', 'authorised', 'capturing') and p.expires_at > now()
  ) end as held_until`;

/** SQL columns of a card; `l` is the listing. */
export const CARD_COLUMNS = `${listed(CARD)}, ${AVAILABLE_FROM}, ${HELD_UNTIL}, array_to_string(l.image_keys, ' ') as image_keys, coalesce(l.image_placeholders[1], '') as cover_placeholder`;

export const LISTING_COLUMNS = `${CARD_COLUMNS}, ${listed(DETAILS)},
  array_to_string(l.image_placeholders, ' ') as placeholders,
  (select u.name from users u where u.id = l.user_id and u.deleted_at is null) as seller_name`;

export type CardRow = Pick<Listings, (typeof CARD)[number]> & {
  /** Separated by spaces, which parses much faster than an array. */
  image_keys: string;
  available_from: string | null;
  held_until: Date | null;
  cover_placeholder: string;
};

export type ListingRow = CardRow &
  Pick<Listings, (typeof DETAILS)[number]> & { placeholders: string; seller_name: string | null };

export const cardOfRow = compileMapper<CardRow, ListingCard>({
  id: 'id',
  offer: 'offer',
  status: 'status',
  make: 'make',
  model: 'model',
  trim: 'trim',
  year: 'year',
  priceCents: 'price_cents',
  mileage: (row) => (row.mileage === null ? null : { value: row.mileage, unit: row.mileage_unit }),
  ...CARD_FIELDS,
  certified: 'certified',
  taxRate: 'tax_rate',
  registrationFeeCents: 'registration_fee_cents',
  availableFrom: 'available_from',
  heldUntil: 'held_until',
  imageKeys: (row) => (row.image_keys === '' ? [] : row.image_keys.split(' ')),
  imagePlaceholders: (row) => [row.cover_placeholder],
  rating: (row) => ({
    average: row.review_count === 0 ? null : Math.round((10 * row.rating_sum) / row.review_count) / 10,
    count: row.review_count,
  }),
  postedAt: 'posted_at',
  updatedAt: 'updated_at',
});

const detailsOfRow = compileMapper<ListingRow, Omit<Listing, Exclude<keyof ListingCard, 'imagePlaceholders'>>>({
  imagePlaceholders: (row) => row.placeholders.split(' '),
  userId: 'user_id',
  province: 'province',
  sellerName: 'seller_name',
  ...DETAIL_FIELDS,
  serviceHistory: compileMapper<ListingRow, Listing['serviceHistory']>(LISTING_FIELDS.serviceHistory.flags),
  extraFeatures: compileMapper<ListingRow, Listing['extraFeatures']>(LISTING_FIELDS.extraFeatures.flags),
  certificationReport: 'certification_report',
});

export function listingOfRow(row: ListingRow): Listing {
  return { ...cardOfRow(row), ...detailsOfRow(row) };
}

/** Returns the columns to write for the given fields. */
export function fieldColumns<Name extends FieldName>(
  names: readonly Name[],
  car: FieldValues<Name>,
): Partial<Listings> {
  return Object.fromEntries(
    names.flatMap((name): [string, unknown][] => {
      const field = fieldOf(name);
      if (field.kind !== 'flags') return [[field.column, car[name]]];
      const flags = Object(car[name]);
      return Object.entries(field.flags).map(([flag, column]) => [column, flags[flag]]);
    }),
  );
}
