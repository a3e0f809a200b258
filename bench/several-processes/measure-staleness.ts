import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';

const CARS = 100;
const MAX_PAUSE_MS = 60;
/** In dollars. Other changes add one. */
const RISE = 1_000;

/**
 * Changes prices in turn. Returns for each process the milliseconds from the commit to its first answer with the new price,
 * shortest first.
 */
export async function measureStaleness(pool: pg.Pool, origins: string[], changes: number): Promise<number[][]> {
  const { rows } = await pool.query<{ id: number }>(
    "select id from listings where status = 'active' and deleted_at is null order by md5(id::text) limit $1",
    [CARS],
  );
  const delays: number[][] = origins.map(() => []);
  for (let nth = 0; nth < changes; nth++) {
    const id = rows[nth % rows.length]!.id;
    // Read first, because a process without a stored response would read the new price from the database.
    const prices = await Promise.all(origins.map((origin) => priceAt(origin, id)));
    // Higher than the sum of other changes, so only the new price passes.
    const dollars = Math.ceil(Math.max(...prices)) + RISE;
    await pool.query('update listings set price_cents = $2 where id = $1', [id, dollars * 100]);
    const committedAt = performance.now();
    await Promise.all(
      origins.map(async (origin, process) => {
        while ((await priceAt(origin, id)) < dollars) await wait(1);
        delays[process]!.push(performance.now() - committedAt);
      }),
    );
    await wait(Math.random() * MAX_PAUSE_MS);
  }
  return delays.map((times) => times.toSorted((a, b) => a - b));
}

async function priceAt(origin: string, id: number): Promise<number> {
  const response = await fetch(`${origin}/api/listings/${id}`);
  return ((await response.json()) as { price: number }).price;
}
