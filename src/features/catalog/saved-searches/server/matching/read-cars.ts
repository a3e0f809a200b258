import { type ReadCar, readCars } from '#features/catalog/inventory/server/follow/indexed-rows.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import type { CarFacts } from '../../model/car-facts.ts';
import type { CarState, CurrentCar } from '../../model/seen-car.ts';
import { statusesOf } from './feed-store.ts';

/** Reads cars as they are now, in the order of the ids. */
export async function currentCars(db: Queryable, ids: number[]): Promise<Map<number, CurrentCar>> {
  const found = new Map<number, CurrentCar>(
    (await readCars(db, ids)).map((read) => [
      read.car.id,
      { state: 'public', facts: factsOf(read), isHeld: read.reservation?.heldUntil != null },
    ]),
  );
  const others = ids.filter((id) => !found.has(id));
  if (others.length === 0) return found;
  const statuses = new Map((await statusesOf(db, others)).map((row) => [row.id, row]));
  for (const id of others) found.set(id, { state: stateOf(statuses.get(id)), facts: null, isHeld: false });
  return found;
}

/** A row that was deleted is away. */
function stateOf(row: { status: string; isDeleted: boolean } | undefined): CarState {
  if (!row || row.isDeleted) return 'away';
  if (row.status === 'sold') return 'sold';
  return row.status === 'requested' || row.status === 'returned' ? 'review' : 'away';
}

function factsOf({ car, reservation }: ReadCar): CarFacts {
  const { offer, postedAt, values, numbers, flags, reviewCount, ratingSum, imported, words } = car;
  const { certified, hasVin, hasReport } = flags;
  return {
    ...{ offer, postedAt, values, numbers, reviewCount, ratingSum, imported, words },
    flags: { certified, hasVin, hasReport },
    rentedDays: reservation?.rentedDays ?? [],
  };
}
