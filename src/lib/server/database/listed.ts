import type { Counted } from '../../paging.ts';
import type { Queryable } from './statement.ts';

/** Counting what a search finds stops here. */
export const FOUND_COUNTED = 1_000;

export type Way = 'asc' | 'desc';
/** What a list is narrowed to: a WHERE, and the values of its places. */
export type Conditions = { where: string; values: unknown[] };

/** The order of a list by a column, entries that are alike in it by their ids; `backwards`: from its end. */
export function orderSql(column: string, way: Way, { from = '', backwards = false } = {}): string {
  const down = (way === 'desc') === backwards ? '' : ' desc';
  return `${from}${column}${down}, ${from}id${down}`;
}

/** How many rows fit, up to `most`. */
export async function countRows(
  db: Queryable,
  table: string,
  { where, values }: Conditions,
  most = Number.POSITIVE_INFINITY,
): Promise<Counted> {
  const stop = Number.isFinite(most) ? `limit ${most + 1}` : '';
  const { rows } = await db.query<{ total: number }>(
    `select count(*) as total from (select 1 from ${table} where ${where} ${stop}) as fitting`,
    values,
  );
  const total = rows[0]?.total ?? 0;
  return total > most ? { total: most, isLeast: true } : { total };
}
