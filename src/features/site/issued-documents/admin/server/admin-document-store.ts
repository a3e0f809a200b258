import type { IssuedDocuments } from '#lib/server/database/rows.ts';
import { type Columns, type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';
import type { DocumentKind } from '../../model/document-kind.ts';
import { STANDING_COLUMNS, STANDING_JOINS, type Standing } from '../../server/document-store.ts';

export type ListedRow = Columns<
  IssuedDocuments,
  'id' | 'number' | 'code' | 'subject_kind' | 'subject_id' | 'issued_at'
> & { kind: DocumentKind } & Pick<Standing, 'supersededBy' | 'revoked' | 'keyCompromised' | 'endedFor' | 'expired'>;

const LIST = statement(`
  select d.id, d.kind, d.number, d.code, d.subject_kind as "subjectKind", d.subject_id as "subjectId", d.issued_at as "issuedAt",
    ${STANDING_COLUMNS}
  from issued_documents d ${STANDING_JOINS}
  where ($1::text is null or d.number = $1 or d.code = $2) and ($3::bigint is null or d.id < $3)
  order by d.id desc limit $4`);
const BY_NUMBER = statement('select id from issued_documents where number = $1');

type Search = { number: string | null; code: string | null; before: number | null };

export function findDocuments(db: Queryable, { number, code, before }: Search, limit: number): Promise<ListedRow[]> {
  return rowsOf(db, LIST, [number, code, before, limit]);
}

export async function idOfNumber(db: Queryable, number: string): Promise<number | null> {
  return (await rowsOf<{ id: number }>(db, BY_NUMBER, [number]))[0]?.id ?? null;
}
