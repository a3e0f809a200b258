import { type Columns, type Queryable, rowsOf, statement } from '#lib/server/database/postgres.ts';
import type { ImportRuleDrafts } from '#lib/server/database/rows.ts';
import type { RowRecord } from '../../model/rows/rule-list.ts';
import type { RuleList } from '../../model/rule-office.ts';

export type DraftRow = Columns<ImportRuleDrafts, 'id' | 'row_id' | 'version' | 'saved_at'> & {
  list: RuleList;
  record: RowRecord;
  /** Null for fetched rates that wait for people. */
  savedBy: string | null;
};

const SELECT = `
  select d.id, d.list, d.row_id as "rowId", d.record, d.version, d.saved_at as "savedAt", a.name as "savedBy"
  from import_rule_drafts d left join admins a on a.id = d.saved_by`;
const ALL = statement(`${SELECT} order by d.list, d.row_id`);
const BY_IDS = statement(`${SELECT} where d.id = any($1) order by d.id`);
const LOCK = statement(`${SELECT} where d.id = any($1) order by d.id for update of d`);

export async function allDrafts(db: Queryable): Promise<DraftRow[]> {
  return rowsOf<DraftRow>(db, ALL, []);
}

export async function findDrafts(db: Queryable, ids: readonly number[]): Promise<DraftRow[]> {
  return rowsOf<DraftRow>(db, BY_IDS, [ids]);
}

/** Locks drafts until the transaction ends. */
export async function lockDrafts(db: Queryable, ids: readonly number[]): Promise<DraftRow[]> {
  return rowsOf<DraftRow>(db, LOCK, [ids]);
}

const OF_ROWS = statement(`
  ${SELECT} join unnest($1::text[], $2::text[]) as wanted (list, row_id) on wanted.list = d.list and wanted.row_id = d.row_id order by d.id`);

export async function draftsOfRows(
  db: Queryable,
  rows: readonly Pick<NewDraft, 'list' | 'rowId'>[],
): Promise<DraftRow[]> {
  return rowsOf<DraftRow>(db, OF_ROWS, [rows.map(({ list }) => list), rows.map(({ rowId }) => rowId)]);
}

const PUT = statement(`
  insert into import_rule_drafts as draft (list, row_id, record, saved_by)
  select list, row_id, record, $2 from jsonb_to_recordset($1::jsonb) as row (list text, row_id text, record jsonb)
  on conflict (list, row_id) do update
    set record = excluded.record, saved_by = excluded.saved_by, saved_at = now(), version = draft.version + 1`);
const INSERT = statement(`
  insert into import_rule_drafts (list, row_id, record, saved_by) values ($1, $2, $3, $4) on conflict do nothing returning id`);
const UPDATE = statement(`
  update import_rule_drafts set record = $3, row_id = $4, saved_by = $5, saved_at = now(), version = version + 1
  where id = $1 and version = $2 returning id`);
const DELETE = statement('delete from import_rule_drafts where id = any($1) returning id');
const TAKE = statement('delete from import_rule_drafts where id = $1 returning list, row_id as "rowId", record');

export type NewDraft = { list: RuleList; rowId: string; record: RowRecord };

/** Saves drafts, replacing drafts of the same rows. */
export async function putDrafts(db: Queryable, drafts: NewDraft[], adminId: number): Promise<void> {
  const rows = drafts.map(({ list, rowId, record }) => ({ list, row_id: rowId, record }));
  await rowsOf(db, PUT, [JSON.stringify(rows), adminId]);
}

/** Returns false if the row has a draft already. */
export async function insertDraft(db: Queryable, { list, rowId, record }: NewDraft, adminId: number): Promise<boolean> {
  return (await rowsOf(db, INSERT, [list, rowId, JSON.stringify(record), adminId])).length > 0;
}

/** Returns false if the draft is gone or has another version. */
export async function updateDraft(
  db: Queryable,
  { id, version }: { id: number; version: number },
  { rowId, record }: NewDraft,
  adminId: number,
): Promise<boolean> {
  return (await rowsOf(db, UPDATE, [id, version, JSON.stringify(record), rowId, adminId])).length > 0;
}

/** Deletes a draft. Returns it, or null if it is gone. */
export async function takeDraft(db: Queryable, id: number): Promise<NewDraft | null> {
  return (await rowsOf<NewDraft>(db, TAKE, [id]))[0] ?? null;
}

/** Returns how many there were. */
export async function deleteDrafts(db: Queryable, ids: readonly number[]): Promise<number> {
  return (await rowsOf(db, DELETE, [ids])).length;
}
