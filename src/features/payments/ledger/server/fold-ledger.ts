import { type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';

const FOLD = statement('select fold_ledger() as folded');

/** Number of folded entries after which their list needs a vacuum: its empty pages slow down every reader. */
const VACUUM_AFTER = 1_000;

/** Adds all entries that wait to the sums of days and orders. Must not run in a transaction, because it may vacuum. */
export async function foldLedger(db: Queryable): Promise<void> {
  let total = 0;
  for (let folded = 1; folded > 0; total += folded)
    folded = (await rowsOf<{ folded: number }>(db, FOLD, []))[0]?.folded ?? 0;
  if (total > VACUUM_AFTER) await db.query('vacuum analyze ledger_unfolded');
}
