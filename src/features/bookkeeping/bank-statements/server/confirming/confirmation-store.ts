import { type Queryable, rowsOf, statement } from '#lib/server/database/postgres.ts';

const INSERT = statement(`
  insert into statement_confirmations (statement_id, confirmed_by) values ($1, $2) on conflict do nothing returning statement_id`);

/** Confirms a statement. Returns false if somebody has confirmed it before. */
export async function insertConfirmation(db: Queryable, statementId: number, adminId: number): Promise<boolean> {
  return (await rowsOf(db, INSERT, [statementId, adminId])).length > 0;
}

/** Whether the database refused a match because nobody has confirmed its statement. */
export const isUnconfirmed = (error: unknown) =>
  (error as { constraint?: string }).constraint === 'statement_is_confirmed';

const LEFT = statement(`
  select id, (select cash_limit_cents from order_terms order by version desc limit 1) - counted_today(id) as cents
  from unnest($1::bigint[]) id`);

/** Returns, by importer, how many US dollars may still be matched today of statements that they imported and nobody confirmed. */
export async function leftOfImporters(db: Queryable, importers: Set<number>): Promise<Map<number, number>> {
  if (importers.size === 0) return new Map();
  const rows = await rowsOf<{ id: number; cents: number }>(db, LEFT, [[...importers]]);
  return new Map(rows.map(({ id, cents }) => [id, cents]));
}
