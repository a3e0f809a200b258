import { listingName, listingPath } from '#features/catalog/listings/model/listing.ts';
import { notify } from '#features/site/server/api.ts';
import { type Queryable, query } from '#lib/server/database/postgres.ts';
import type { Listings } from '#lib/server/database/rows.ts';
import { saversOf } from './feed-store.ts';
import type { Transition } from './transition.ts';

type NamedCar = Pick<Listings, 'id' | 'make' | 'model' | 'year' | 'trim' | 'offer'>;
const CARS = query<NamedCar, [ids: number[]]>(
  'select id, make, model, year, trim, offer from listings where id = any($1)',
);

/** Notifies the users who saved cars that were sold, came back, cost less or are held by another buyer. */
export async function tellSavers(
  db: Queryable,
  transitions: readonly { id: number; transition: Transition }[],
  now: Date,
): Promise<void> {
  const told = transitions.filter(
    ({ transition: { isSold, isCheaper, isNewlyHeld, published } }) =>
      isSold || isCheaper || isNewlyHeld || published === 'back',
  );
  if (told.length === 0) return;
  const ids = told.map(({ id }) => id);
  const savers = Map.groupBy(await saversOf(db, ids), ({ listingId }) => listingId);
  if (savers.size === 0) return;
  const cars = new Map((await CARS(db, ids)).map((car) => [car.id, car]));
  for (const { id, transition } of told) {
    const car = cars.get(id);
    const users = savers.get(id) ?? [];
    if (!car || users.length === 0) continue;
    const { seen, isSold, isCheaper, isNewlyHeld, published } = transition;
    const facts = { id, name: listingName(car), path: listingPath(car), isRental: car.offer === 'Rent' };
    const cents = seen.facts.numbers.priceCents ?? 0;
    const forAll = <Facts>(of: Facts, once: string) =>
      users.map(({ userId }) => ({ userId, facts: of, once: `car ${id} ${once}` }));
    if (isSold) await notify(db, 'favorite.sold', forAll(facts, `sold ${seen.generation}`), now);
    if (published === 'back')
      await notify(db, 'favorite.back', forAll({ ...facts, cents }, `back ${seen.generation}`), now);
    if (isCheaper && seen.wasCents !== null)
      await notify(
        db,
        'favorite.cheaper',
        forAll({ ...facts, cents, wasCents: seen.wasCents }, `cheaper ${seen.drops}`),
        now,
      );
    // A car may be held several times. The person is told of each, once a minute at most.
    if (isNewlyHeld)
      await notify(db, 'favorite.held', forAll(facts, `held ${Math.floor(now.getTime() / 60_000)}`), now);
  }
}
