import { hash } from 'node:crypto';
import { storableJson } from '#lib/cell-text.ts';
import { type Columns, type Queryable, rowsOf, statement } from '#lib/server/database/postgres.ts';
import type { StockAnswers } from '#lib/server/database/rows.ts';
import { answersToKeep, columnsText } from '../../model/kept-answers.ts';
import type { Mapping } from '../../model/mapping-file.ts';

const keyOf = (header: string[]) => hash('sha256', columnsText(header), 'buffer');

/** Dealers have few kinds of tables. */
const MOST_TRIED = 20;

export type KeptAnswers = { isFor(header: string[]): boolean; answers: Mapping };

/** Returns what was said about a dealer's tables, the newest first. */
export async function keptAnswers(db: Queryable, sellerId: number): Promise<KeptAnswers[]> {
  const { rows } = await db.query<Columns<StockAnswers, 'header_key'> & { answers: Mapping }>(
    'select header_key as "headerKey", answers from stock_answers where seller_id = $1 order by updated_at desc limit $2',
    [sellerId, MOST_TRIED],
  );
  return rows.map(({ headerKey: key, answers }) => ({ isFor: (header) => keyOf(header).equals(key), answers }));
}

const KEEP = statement(`
  insert into stock_answers (seller_id, header_key, answers) values ($1, $2, $3)
  on conflict (seller_id, header_key) do update set answers = excluded.answers, updated_at = now()`);

export async function keepAnswers(db: Queryable, sellerId: number, header: string[], mapping: Mapping): Promise<void> {
  await rowsOf(db, KEEP, [sellerId, keyOf(header), storableJson(answersToKeep(mapping))]);
}
