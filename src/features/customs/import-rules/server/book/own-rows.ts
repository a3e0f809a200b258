import { type Queryable, rowsOf, statement } from '#lib/server/database/postgres.ts';
import type { Day } from '../../model/calendar.ts';
import { idOfCorrection, type RowRecord, recordOf, rootOfId } from '../../model/rows/rule-list.ts';
import { insertRows, insertVersion, lockPublications, type NewRow } from './rule-row-store.ts';

/** Rows about our own offer, which the site publishes without a proposal. Their ids begin with `own-`. */
export type OwnRows = {
  list: 'freight' | 'sailings';
  source: { id: 'own-freight' | 'own-sailings'; title: string };
  /** The rows that should be in force, by the id of their first version. */
  wanted: ReadonlyMap<string, RowRecord>;
  /** The cells whose change is published. */
  compared: readonly string[];
  /** The last day of a row in force that is not wanted any more; null leaves it in force. */
  endOf(record: RowRecord): Day | null;
};

const CURRENT = statement(`
  select id, record from published_rule_rows r
  where list = $1 and id like 'own-%' and not exists (
    select from published_rule_rows newer where newer.list = r.list and newer.supersedes = r.id)`);

/** Publishes what differs from the rows in force, and returns the number of rows. Call it in a transaction. */
export async function publishOwnRows(db: Queryable, own: OwnRows, today: Day): Promise<number> {
  const { list, source, wanted, compared, endOf } = own;
  await lockPublications(db);
  const current = await rowsOf<{ id: string; record: RowRecord }>(db, CURRENT, [list]);
  const known = new Map(current.map((row) => [rootOfId(row.id), row]));
  const rows: NewRow[] = [];
  const add = (root: string, record: RowRecord) => {
    const corrected = known.get(root)?.id;
    const id = corrected === undefined ? root : idOfCorrection(corrected);
    rows.push({ list, id, record: { ...record, id, ...(corrected !== undefined && { supersedes: corrected }) } });
  };
  for (const [root, record] of wanted)
    if (compared.some((cell) => known.get(root)?.record[cell] !== record[cell])) add(root, record);
  for (const [root, { record }] of known) {
    const to = wanted.has(root) || record.to !== '' ? null : endOf(record);
    if (to !== null) add(root, { ...record, to });
  }
  if (rows.length === 0) return 0;
  const version = await insertVersion(db, { reason: source.id.replace('-', ' '), proposedBy: null, approvedBy: null });
  const about = { ...source, publisher: 'CarQuay', kind: 'offer', seen: today };
  const sourceRow: NewRow = { list: 'sources', id: source.id, record: recordOf('sources', about) };
  await insertRows(db, [sourceRow, ...rows], version);
  return rows.length;
}
