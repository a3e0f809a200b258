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
