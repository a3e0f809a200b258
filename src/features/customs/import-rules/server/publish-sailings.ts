import type { Day } from '#features/customs/import-rules/model/calendar.ts';
import { type Queryable, rowsOf, statement } from '#lib/server/database/postgres.ts';
import { idOfCorrection, type RowRecord, recordOf, rootOfId } from '../model/rows/rule-list.ts';
import { insertRows, insertVersion, lockPublications, type NewRow } from './book/rule-row-store.ts';

/** A voyage of our own list from China, with the newest days that the carrier gave. */
export type PlannedSailing = { id: number; vessel: string; voyage: string; port: string; leaves: Day; arrives: Day };

const SOURCE = 'own-sailings';
const CURRENT = statement(`
  select id, record from import_rule_rows r
  where list = 'sailings' and id like 'own-%' and not exists (
    select from import_rule_rows newer where newer.list = 'sailings' and newer.supersedes = r.id)`);

/**
 * Publishes changes of our own sailings, which decide on which day a car that is bought now arrives. Returns the number of rows. Call it
 * in a transaction.
 */
export async function publishSailings(db: Queryable, sailings: readonly PlannedSailing[], today: Day): Promise<number> {
  await lockPublications(db);
  const current = await rowsOf<{ id: string; record: RowRecord }>(db, CURRENT, []);
  const known = new Map(current.map((row) => [rootOfId(row.id), row]));
  const wanted = new Map(sailings.map((sailing) => [`own-${sailing.id}`, recordOfSailing(sailing, today)]));
  const rows: NewRow[] = [];
  for (const [root, record] of wanted) {
    const row = known.get(root);
    if (!row) rows.push(newRow(null, root, record));
    else if (!isSame(row.record, record)) rows.push(newRow(row.id, root, record));
  }
  // A sailing that lost its days never took place for the rules.
  for (const [root, { id, record }] of known)
    if (!wanted.has(root) && record.to === '' && (record.arrives ?? '') >= today)
      rows.push(newRow(id, root, { ...record, to: '2000-01-01' }));
  if (rows.length === 0) return 0;
  const version = await insertVersion(db, { reason: 'own sailings', proposedBy: null, approvedBy: null });
  await insertRows(db, [sourceRow(today), ...rows], version);
  return rows.length;
}

function recordOfSailing({ vessel, voyage, port, leaves, arrives }: PlannedSailing, today: Day): RowRecord {
  return recordOf('sailings', {
    ...{ vessel, voyage, port, leaves, arrives },
    ...{ sources: SOURCE, confidence: 'offer', checked: today },
  });
}

const COMPARED = ['vessel', 'voyage', 'port', 'leaves', 'arrives', 'to'] as const;
const isSame = (known: RowRecord, wanted: RowRecord) => COMPARED.every((name) => known[name] === wanted[name]);

function newRow(corrected: string | null, root: string, record: RowRecord): NewRow {
  const id = corrected === null ? root : idOfCorrection(corrected);
  return { list: 'sailings', id, record: { ...record, id, ...(corrected !== null && { supersedes: corrected }) } };
}

const sourceRow = (today: Day): NewRow => ({
  list: 'sources',
  id: SOURCE,
  record: recordOf('sources', { id: SOURCE, title: 'Our sailings', publisher: 'CarQuay', kind: 'offer', seen: today }),
});
