import { openPool } from '#lib/server/database/postgres.ts';

/** Changes prices of random public cars at a fixed rate. Returns a function that stops it and returns how many prices changed. */
export async function changePrices(databaseUrl: string, perSecond: number): Promise<() => Promise<number>> {
  const pool = await openPool(databaseUrl, { max: 4 });
  const { rows } = await pool.query<{ last: number }>('select max(id)::int as last from listings');
  const last = rows[0]?.last ?? 0;
  let changed = 0;
  const running = new Set<Promise<unknown>>();
  const timer = setInterval(() => {
    const id = 1 + Math.floor(Math.random() * last);
    const change = pool
      .query("update listings set price_cents = price_cents + 100 where id = $1 and status = 'active'", [id])
      .then(({ rowCount }) => {
        changed += rowCount ?? 0;
      })
      .finally(() => running.delete(change));
    running.add(change);
  }, 1_000 / perSecond);
  return async () => {
    clearInterval(timer);
    await Promise.all(running);
    await pool.end();
    return changed;
  };
}
