import type { RowCount } from '#lib/contract-parts.ts';
import type { Queryable } from './postgres.ts';

/** Maximum number of search results that are counted. */
export const MAX_COUNTED_RESULTS = 1_000;

export type SortDirection = 'asc' | 'desc';
/** A WHERE clause and the values of its parameters. */
export type Conditions = { where: string; values: unknown[] };

/** Returns an ORDER BY list: by a column, then by id. `backwards` reverses it. */
export function orderSql(column: string, direction: SortDirection, { from = '', backwards = false } = {}): string {
  const down = (direction === 'desc') === backwards ? '' : ' desc';
  return `${from}${column}${down}, ${from}id${down}`;
}

/** Counts the matching rows. Stops at `max` and marks the total `isLowerBound` if there are more. */
export async function countRows(
  db: Queryable,
  table: string,
  { where, values }: Conditions,
  max = Number.POSITIVE_INFINITY,
): Promise<RowCount> {
  const stop = Number.isFinite(max) ? `limit ${max + 1}` : '';
  const { rows } = await db.query<{ total: number }>(
    `select count(*) as total from (select 1 from ${table} where ${where} ${stop}) as matching`,
    values,
  );
  const total = rows[0]?.total ?? 0;
  return total > max ? { total: max, isLowerBound: true } : { total };
}
