import type pg from 'pg';
import { storable } from '#lib/cell-text.ts';
import { ConfigError } from '#lib/config-error.ts';
import { noCounts } from '../../model/import-counts.ts';
import { countRows, importListings } from '../import-listings.ts';
import { problemsOf } from '../import-sheet.ts';
import { isActiveSeller } from '../import-store.ts';
import { openStock, planStock } from '../open-stock.ts';
import type { WrittenRow } from '../write-cars.ts';
import { keepAnswers } from './answer-store.ts';
import {
  addProblems,
  contentOf,
  findImport,
  type ImportProblem,
  type ImportRecord,
  lockCounts,
  noteGoneCars,
  noteProgress,
  type StoredCounts,
} from './import-record-store.ts';

/** `stopped`: it was canceled, or another worker has taken it over. */
export type RunOutcome = 'done' | 'stopped' | { problem: string };

class Stopped extends Error {}

const INACTIVE = 'The account of the seller isn’t active, so it can’t list cars.';

/** Runs a leased import from the first row that is not written yet. Each batch commits with its counts and problems. */
export async function runImport(
  pool: pg.Pool,
  { id, attempt, now }: { id: number; attempt: number; now: Date },
): Promise<RunOutcome> {
  const record = await findImport(pool, id);
  const content = await contentOf(pool, id);
  if (!record || !content) return { problem: 'The file was deleted. Send it again.' };
  if (!(await isActiveSeller(pool, record.sellerId))) return { problem: INACTIVE };
  try {
    await runFile(pool, { ...record, attempt }, content, now);
    return 'done';
  } catch (error) {
    if (error instanceof Stopped) return 'stopped';
    if (error instanceof ConfigError) return { problem: error.message };
    throw error;
  }
}

async function runFile(pool: pg.Pool, record: ImportRecord, content: Buffer, now: Date): Promise<void> {
  const { id, sellerId, mapping, offer, newMakes, isDryRun, listingStatus } = record;
  const request = { content, sellerId, mapping, offer, newMakes, dryRun: isDryRun, now, usesKept: false };
  const opened = await openStock(pool, request);
  const { source, vehicles } = opened;
  const earlier: StoredCounts = { ...noCounts(), newMakes: [], newModels: [], gone: [], ...record.counts };
  const { gone } = await importListings(pool, {
    plan: planStock(opened, request),
    source,
    vehicles,
    userId: sellerId,
    status: listingStatus,
    dryRun: isDryRun,
    leavesHiddenOut: opened.mapping.hiddenRows === 'leave-out',
    done: record.doneRows,
    async note(db, rows) {
      // From the database, because the transaction may be retried.
      const counts = { ...structuredClone(earlier), ...(await lockCounts(db, id)) };
      countRows(counts, rows);
      counts.newMakes = [...earlier.newMakes, ...vehicles.newMakes];
      counts.newModels = [...earlier.newModels, ...vehicles.newModels];
      if (!(await noteProgress(db, record, rows.length, counts))) throw new Stopped();
      await addProblems(db, id, rows.flatMap(storedProblems));
    },
  });
  await noteGoneCars(pool, record, gone);
  if (!isDryRun) await keepAnswers(pool, sellerId, source.table.header, opened.mapping);
}

function storedProblems(row: WrittenRow): ImportProblem[] {
  return problemsOf(row).map(([line, kind, column, value, reason], place) => ({
    line,
    place,
    kind,
    column_name: storable(column),
    value: storable(value),
    reason: storable(reason),
  }));
}
