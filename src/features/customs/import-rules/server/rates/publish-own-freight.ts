import { addDays } from '#features/customs/import-rules/model/calendar.ts';
import { type Queryable, rowsOf, statement } from '#lib/server/database/postgres.ts';
import { idOfCorrection, type RowRecord, recordOf, rootOfId } from '../../model/rows/rule-list.ts';
import { ORIGIN_COUNTRY } from '../../model/rows/rule-rows.ts';
import { insertRows, insertVersion, lockPublications, type NewRow } from '../book/rule-row-store.ts';

/** Our price for a car to a port. `country` is the buyers' country or the European Union. */
export type OwnFreight = { country: string; port: string; cents: number };

const SOURCE = 'own-freight';
const CURRENT = statement(`
  select id, record from import_rule_rows r
  where list = 'freight' and id like 'own-%' and not exists (
    select from import_rule_rows newer where newer.list = 'freight' and newer.supersedes = r.id)`);

/**
 * Publishes changes of our own freight, which takes precedence over all other prices of a journey. Returns the number of
 * rows. Call it in a transaction.
 */
export async function publishOwnFreight(db: Queryable, freight: readonly OwnFreight[], now: Date): Promise<number> {
  await lockPublications(db);
  const today = now.toISOString().slice(0, 10);
  const current = await rowsOf<{ id: string; record: RowRecord }>(db, CURRENT, []);
  const known = new Map(current.map((row) => [rootOfId(row.id), row]));
  const wanted = new Map(freight.map((each) => [`own-${each.country}-${each.port}`, recordOfFreight(each, today)]));
  const changed = [...wanted].filter(([root, record]) => !isSame(known.get(root)?.record, record));
  const ended = [...known].filter(([root, { record }]) => !wanted.has(root) && record.to === '');
  const rows = [
    ...changed.map(([root, record]) => rowAfter(known.get(root)?.id ?? null, root, record)),
    ...ended.map(([root, { id, record }]) => rowAfter(id, root, { ...record, to: addDays(today, -1) })),
  ];
  if (rows.length === 0) return 0;
  const version = await insertVersion(db, { reason: 'own freight', proposedBy: null, approvedBy: null });
  await insertRows(db, [sourceRow(today), ...rows], version);
  return rows.length;
}

function recordOfFreight({ country, port, cents }: OwnFreight, today: string): RowRecord {
  const dollars = String(cents / 100);
  const price = { low: dollars, likely: dollars, high: dollars };
  const journey = { origin: ORIGIN_COUNTRY, destination: `own:${country}:${port}`, mode: 'any' };
  return recordOf('freight', {
    ...{ ...journey, ...price, metric: 'freight', unit: 'car' },
    ...{ sources: SOURCE, confidence: 'offer', checked: today },
  });
}

const isSame = (known: RowRecord | undefined, { likely, to }: RowRecord) =>
  known?.likely === likely && known?.to === to;

function rowAfter(corrected: string | null, root: string, record: RowRecord): NewRow {
  const id = corrected === null ? root : idOfCorrection(corrected);
  return { list: 'freight', id, record: { ...record, id, ...(corrected !== null && { supersedes: corrected }) } };
}

const sourceRow = (today: string): NewRow => ({
  list: 'sources',
  id: SOURCE,
  record: recordOf('sources', { id: SOURCE, title: 'Our rates', publisher: 'CarQuay', kind: 'offer', seen: today }),
});
