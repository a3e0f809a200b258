import type pg from 'pg';
import { foldCounts } from '../src/features/catalog/listings/server/listing-count-store.ts';
import { nameKey } from '../src/features/catalog/vehicles/model/vehicle-name.ts';
import { type Queryable, withTransaction } from '../src/lib/server/database/postgres.ts';
import { demoPictureKeys } from './cars/picture-key.ts';
import { DEMO_SELLER_EMAIL, DEMO_USER_EMAIL } from './demo-accounts.ts';
import { type DemoListing, demoListings } from './inventory/demo-listings.ts';
import { IMPORT_COLUMNS } from './inventory/import-facts.ts';

const ROWS_AT_ONCE = 500;
/** One car in this many belongs to the demo user, to show a dealer's screens: 12 of 4,200. */
const EVERY = 350;
const FIRST = 5;

const columns = (write: (column: (typeof IMPORT_COLUMNS)[number]) => string) => IMPORT_COLUMNS.map(write).join(', ');

const INSERT = `
  insert into listings (user_id, stock_number, offer, status, make_id, model_id, make, model, trim, year, price_cents, mileage,
    mileage_unit, car_type, fuel_type, transmission, drive, steering, engine_cc, seating_capacity, doors, exterior_color,
    interior_color, location, vin, owners, condition, certified, recent_servicing, no_accident_history, modifications,
    modification_details, gps, sunroof, leather_seats, backup_camera, description, image_keys, posted_at, updated_at,
    ${columns(({ column }) => column)})
  select seller.id, car.stock_number, car.offer, car.status, makes.id, models.id, makes.name, models.name, car.trim, car.year,
    car.price_cents, car.mileage, 'km', car.car_type, car.fuel_type, car.transmission, car.drive, car.steering, car.engine_cc,
    car.seating_capacity, car.doors, car.exterior_color, car.interior_color, car.location, car.vin, car.owners, car.condition,
    car.certified, car.recent_servicing, car.no_accident_history, car.modifications, car.modification_details, car.gps, car.sunroof,
    car.leather_seats, car.backup_camera, car.description, string_to_array(car.image_keys, ' '), car.posted_at, car.updated_at,
    ${columns(({ column }) => `car.${column}`)}
  from jsonb_to_recordset($1::jsonb) as car (seller text, stock_number text, offer text, status text, make_key text, model_key text,
    trim text, year int, price_cents bigint, mileage int, car_type text, fuel_type text, transmission text, drive text,
    steering text, engine_cc int, seating_capacity int, doors int, exterior_color text, interior_color text, location text,
    vin text, owners int, condition text, certified boolean, recent_servicing boolean, no_accident_history boolean,
    modifications boolean, modification_details text, gps boolean, sunroof boolean, leather_seats boolean,
    backup_camera boolean, description text, image_keys text, posted_at timestamptz, updated_at timestamptz,
    ${columns(({ column, type }) => `${column} ${type}`)})
  join users seller on seller.email_key = car.seller
  join makes on makes.name_key = car.make_key
  join models on models.make_id = makes.id and models.name_key = car.model_key
  on conflict do nothing`;

export async function hasDemoCars(db: Queryable): Promise<boolean> {
  const { rows } = await db.query(
    'select 1 from listings where user_id = (select id from users where email_key = $1) limit 1',
    [DEMO_SELLER_EMAIL],
  );
  return rows.length > 0;
}

export async function offersDemoCars(db: Queryable): Promise<boolean> {
  const { rows } = await db.query(
    `select 1 from listings where user_id = (select id from users where email_key = $1)
       and status in ('active', 'rented') and deleted_at is null limit 1`,
    [DEMO_SELLER_EMAIL],
  );
  return rows.length > 0;
}

/** Adds demo cars to a database without listings, in one transaction. */
export async function loadDemoCars(pool: pg.Pool, count: number, report: (line: string) => void): Promise<void> {
  if ((await pool.query('select 1 from listings limit 1')).rows.length > 0) return;
  report(`Creating ${count} demo cars`);
  await withTransaction(pool, async (client) => {
    let batch: ReturnType<typeof rowOf>[] = [];
    const flush = async () => {
      await client.query(INSERT, [JSON.stringify(batch)]);
      batch = [];
    };
    let place = 0;
    for (const car of demoListings(count, new Date())) {
      batch.push(rowOf(car, place++ % EVERY === FIRST ? DEMO_USER_EMAIL : DEMO_SELLER_EMAIL));
      if (batch.length === ROWS_AT_ONCE) await flush();
    }
    if (batch.length > 0) await flush();
  });
  await foldCounts(pool);
  await pool.query('vacuum analyze listings');
  await pool.query('vacuum analyze listing_counts');
}

function rowOf(car: DemoListing, seller: string) {
  return {
    seller,
    stock_number: car.stockNumber,
    offer: car.mode,
    status: car.status,
    make_key: nameKey(car.make),
    model_key: nameKey(car.model),
    trim: car.trim || null,
    year: car.year,
    price_cents: car.priceCents,
    mileage: car.mileageKm,
    car_type: car.bodyType,
    fuel_type: car.fuelType,
    transmission: car.transmission,
    drive: car.drive,
    steering: car.steering,
    engine_cc: car.engineCc || null,
    seating_capacity: car.seats,
    doors: car.doors,
    exterior_color: car.exteriorColor,
    interior_color: car.interiorColor,
    location: car.location,
    vin: car.vin,
    owners: car.owners,
    condition: car.condition,
    certified: car.certified,
    recent_servicing: car.serviceHistory.recentServicing,
    no_accident_history: car.serviceHistory.noAccidentHistory,
    modifications: car.serviceHistory.modifications,
    modification_details: car.modificationDetails,
    gps: car.extraFeatures.gps,
    sunroof: car.extraFeatures.sunroof,
    leather_seats: car.extraFeatures.leatherSeats,
    backup_camera: car.extraFeatures.backupCamera,
    description: car.description,
    image_keys: demoPictureKeys(car).join(' '),
    posted_at: car.postedAt,
    updated_at: car.updatedAt,
    ...Object.fromEntries(IMPORT_COLUMNS.map(({ name, column }) => [column, car[name]])),
  };
}
