import type { Counted } from '../../paging.ts';
import type { Queryable } from './statement.ts';

/** Maximum number of search results that are counted. */
export const FOUND_COUNTED = 1_000;

export type Way = 'asc' | 'desc';
/** A WHERE clause and the values of its parameters. */
export type Conditions = { where: string; values: unknown[] };

/** Returns an ORDER BY list: by a column, then by id. `backwards` reverses it. */
export function orderSql(column: string, way: Way, { from = '', backwards = false } = {}): string {
  const down = (way === 'desc') === backwards ? '' : ' desc';
  return `${from}${column}${down}, ${from}id${down}`;
}

/** Counts the matching rows. Stops at `most` and marks the total `isLeast` if there are more. */
export async function countRows(
  db: Queryable,
  table: string,
  { where, values }: Conditions,
  most = Number.POSITIVE_INFINITY,
): Promise<Counted> {
  const stop = Number.isFinite(most) ? `limit ${most + 1}` : '';
  const { rows } = await db.query<{ total: number }>(
    `select count(*) as total from (select 1 from ${table} where ${where} ${stop}) as matching`,
    values,
  );
  const total = rows[0]?.total ?? 0;
  return total > most ? { total: most, isLeast: true } : { total };
}
