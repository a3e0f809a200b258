import type { ClaimQuestions } from '#lib/server/database/rows.ts';
import { type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';

export type Question = Pick<ClaimQuestions, 'claim_id' | 'key' | 'party' | 'body' | 'admin_id'>;

const INSERT = statement(
  'insert into claim_questions (claim_id, key, party, body, admin_id) values ($1, $2, $3, $4, $5)',
);
const OF_KEY = statement('select claim_id, party, body from claim_questions where key = $1');
const OF_CLAIM = statement('select id, party, body, at from claim_questions where claim_id = $1 order by id');

export async function insertQuestion(db: Queryable, asked: Question): Promise<void> {
  await rowsOf(db, INSERT, [asked.claim_id, asked.key, asked.party, asked.body, asked.admin_id]);
}

type Asked = Pick<Question, 'claim_id' | 'party' | 'body'>;

export async function questionOfKey(db: Queryable, key: string): Promise<Asked | null> {
  return (await rowsOf<Asked>(db, OF_KEY, [key]))[0] ?? null;
}

type Listed = Pick<ClaimQuestions, 'id' | 'party' | 'body' | 'at'>;

export const questionsOfClaim = (db: Queryable, claimId: number): Promise<Listed[]> =>
  rowsOf<Listed>(db, OF_CLAIM, [claimId]);
