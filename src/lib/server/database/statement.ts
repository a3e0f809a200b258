import { createHash } from 'node:crypto';
import type pg from 'pg';

/** A prepared statement: each connection parses it once. */
export type Statement = { name: string; text: string };

const statements = new Map<string, Statement>();

/** Returns the prepared statement of an SQL text. Pass values as parameters, because statements are never released. */
export function statement(text: string): Statement {
  let known = statements.get(text);
  if (!known) {
    known = { name: createHash('sha1').update(text).digest('hex').slice(0, 20), text };
    statements.set(text, known);
  }
  return known;
}

/**
 * Any element of an array that is a parameter, as an SQL condition for statements that usually get few elements. PostgreSQL would plan `any($1)`
 * anew for every array, to see how long it is; it does not look into a subquery, and keeps the plan.
 */
export const anyOf = (parameter: `$${number}`, type: 'bigint' | 'text' = 'bigint') =>
  `any((select ${parameter}::${type}[])::${type}[])`;

type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

/** Columns of a table by their camelCase aliases, for example `created_at as "createdAt"`. */
export type Columns<Row, Key extends keyof Row & string> = { [K in Key as CamelCase<K>]: Row[K] };

/** A pool, or one connection inside a transaction. */
export type Queryable = Pick<pg.Pool | pg.PoolClient, 'query'>;

export async function rowsOf<Row extends pg.QueryResultRow>(
  db: Queryable,
  { name, text }: Statement,
  values: unknown[],
): Promise<Row[]> {
  return (await db.query<Row>({ name, text, values })).rows;
}

export function isUniqueViolation(error: unknown): boolean {
  return (error as { code?: string }).code === '23505';
}

export function isCheckViolation(error: unknown): boolean {
  return (error as { code?: string }).code === '23514';
}
