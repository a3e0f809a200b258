import type pg from 'pg';
import { foldCounts } from '#features/catalog/listings/server/listing-count-store.ts';
import { nameKey } from '#features/catalog/vehicles/model/vehicle-name.ts';
import { putVehicles } from '#features/catalog/vehicles/server/vehicle-store.ts';

export type TestCar = {
  make: string;
  model: string;
  offer?: 'Sell' | 'Rent';
  status?: string;
  year?: number;
  priceCents?: number;
  carType?: string;
  fuelType?: string;
  drive?: string;
  location?: string;
  description?: string;
  certified?: boolean;
  /** Age in days. */
  posted?: number;
};

/** Puts cars into a test database and returns their ids, in order. */
export async function addCars(pool: pg.Pool, cars: TestCar[]): Promise<number[]> {
  await pool.query(
    `insert into users (name, email, email_key, password_hash, status) values ('Seller', 's@test.example', 's@test.example', '-', 'Active')
     on conflict do nothing`,
  );
  const known = new Map(cars.map(({ make, model }) => [`${nameKey(make)} ${nameKey(model)}`, { make, model }]));
  await putVehicles(
    pool,
    [...known.values()].map(({ make, model }) => ({
      makeKey: nameKey(make),
      make,
      makeAliases: [],
      modelKey: nameKey(model),
      model,
      modelAliases: [],
    })),
  );
  const ids: number[] = [];
  for (const [at, car] of cars.entries()) ids.push(await addCar(pool, car, at));
  await foldCounts(pool);
  return ids;
}

async function addCar(pool: pg.Pool, car: TestCar, at: number): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `insert into listings (user_id, make_id, model_id, make, model, offer, status, year, price_cents, car_type, fuel_type, location,
       description, certified, drive, mileage, image_keys, posted_at)
     select users.id, makes.id, models.id, makes.name, models.name, $3, $4, $5, $6, $7, $8, $9, $10, $11, $13, 40000,
       '{demo-sedan-white-closed-front-dark}', now() - ($12 || ' days')::interval
     from users, makes join models on models.make_id = makes.id
     where makes.name_key = $1 and models.name_key = $2 and users.email_key = 's@test.example' returning id`,
    [
      nameKey(car.make),
      nameKey(car.model),
      car.offer ?? 'Sell',
      car.status ?? 'active',
      car.year ?? 2021,
      car.priceCents ?? 1_500_000,
      car.carType ?? 'sedan',
      car.fuelType ?? 'petrol',
      car.location ?? 'Guangzhou, China',
      car.description ?? 'One owner from new.',
      car.certified ?? false,
      String(car.posted ?? at),
      car.drive ?? null,
    ],
  );
  return rows[0]!.id;
}
