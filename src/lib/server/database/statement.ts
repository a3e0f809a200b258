import { createHash } from 'node:crypto';
import type pg from 'pg';

/** SQL that each connection parses once and then runs by name. */
export type Statement = { name: string; text: string };

const statements = new Map<string, Statement>();

/** The prepared statement of a text. The number of different texts must be bounded: values travel as parameters. */
export function statement(text: string): Statement {
  let known = statements.get(text);
  if (!known) {
    known = { name: createHash('sha1').update(text).digest('hex').slice(0, 20), text };
    statements.set(text, known);
  }
  return known;
}

type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

/** Columns of a table under the names that statements give them, for example `created_at as "createdAt"`. */
export type Columns<Row, Key extends keyof Row & string> = { [K in Key as CamelCase<K>]: Row[K] };

/** What a store needs of a pool or of one connection inside a transaction. */
export type Queryable = Pick<pg.Pool | pg.PoolClient, 'query'>;

export async function rowsOf<Row extends pg.QueryResultRow>(
  db: Queryable,
  { name, text }: Statement,
  values: unknown[],
): Promise<Row[]> {
  return (await db.query<Row>({ name, text, values })).rows;
}

/** Whether a write failed because a value that must be unique was there already. */
export function isUniqueViolation(error: unknown): boolean {
  return (error as { code?: string }).code === '23505';
}
