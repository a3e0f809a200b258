import { createHash } from 'node:crypto';
import type pg from 'pg';
import { actingAdmin, audit } from '#features/people/audit/server/audit.ts';
import { foldName, isSameId, isSameName } from '#features/people/watch-lists/model/fold-name.ts';
import type { WatchListsResponse } from '#features/people/watch-lists/model/watch-contract.ts';
import { type WatchEntryForm, watchEntryForm } from '#features/people/watch-lists/model/watch-form.ts';
import { AppError } from '#lib/app-error.ts';
import { type Queryable, withTransaction } from '#lib/server/database/postgres.ts';
import type { Origin } from '#lib/server/http/caller.ts';
import { type NamedRow, namedRows } from '#lib/server/tables/named-rows.ts';
import { SourceError } from '#lib/server/tables/read-source.ts';
import {
  clearHold,
  type HoldRole,
  insertEntries,
  insertHold,
  type NewEntry,
  openHolds,
  removeEntry,
  type WatchEntry,
  watchEntries,
} from './watch-store.ts';

const MAX_ROWS = 5_000;
const notFound = () => new AppError('not_found', 'no such entry or hold', { messageKey: 'admin.watch.notFound' });

export async function showLists(db: Queryable): Promise<WatchListsResponse> {
  const entries = await watchEntries(db);
  const holds = await openHolds(db);
  return {
    entries: entries.map(({ idNumber, addedBy, addedAt, ...entry }) => ({
      ...entry,
      id_number: idNumber,
      added_by: addedBy,
      added_at: addedAt.toISOString(),
    })),
    holds: holds.map(({ orderId, at, payerName, ...hold }) => ({
      ...hold,
      order_id: orderId,
      payer_name: payerName,
      at: at.toISOString(),
    })),
  };
}

const toEntry = ({ aliases, id_number, ...form }: WatchEntryForm): NewEntry => ({
  ...form,
  aliases: aliases
    .split(/[;\n]/)
    .map((alias) => alias.trim())
    .filter((alias) => alias !== ''),
  idNumber: id_number,
});

/** Adds entries to the lists. Live orders are compared with them within seconds. */
export async function addEntries(
  pool: pg.Pool,
  adminId: number,
  forms: WatchEntryForm[],
  origin: Origin,
): Promise<void> {
  await withTransaction(pool, async (db) => {
    const ids = await insertEntries(db, adminId, forms.map(toEntry));
    const actor = actingAdmin(adminId);
    await audit(db, origin, {
      actor,
      action: 'watch entries added',
      details: { entries: ids.length, first: ids[0] ?? null },
    });
  });
}

/** Adds all rows of a CSV file or none. It has the columns of the form. Returns the number of rows. */
export async function importEntries(pool: pg.Pool, adminId: number, csv: string, origin: Origin): Promise<number> {
  const forms = rowsOfCsv(csv).map(({ row, fields }) => {
    const result = watchEntryForm.safeParse({
      kind: 'party',
      name: '',
      aliases: '',
      id_number: '',
      country: '',
      ...fields,
    });
    if (result.success) return result.data;
    throw new AppError('malformed', 'invalid row', {
      write: (t) => t('admin.watch.csvRow', { row: String(row) }),
      fields: { csv: { messageKey: 'admin.watch.csvInvalid' } },
    });
  });
  if (forms.length > 0) await addEntries(pool, adminId, forms, origin);
  return forms.length;
}

/**
 * Throws if there are too many rows, because a list that is cut off would let parties through, and for rows that have fewer or more cells than
 * the header, because their cells may be in the wrong columns.
 */
function rowsOfCsv(csv: string): NamedRow<string>[] {
  const rows = tableOf(csv);
  if (rows.some(({ isEven }) => !isEven)) throw noCsv();
  if (rows.length > MAX_ROWS)
    throw new AppError('malformed', 'too many rows', {
      write: (t) => t('admin.watch.csvTooLong', { rows: MAX_ROWS }),
      fields: { csv: { messageKey: 'admin.watch.csvInvalid' } },
    });
  return rows;
}

const FIELDS = ['kind', 'name', 'aliases', 'id_number', 'country', 'reason'];

function tableOf(csv: string): NamedRow<string>[] {
  try {
    const table = namedRows(csv, (header) => FIELDS.find((name) => name === header));
    if (!table?.names.includes('name')) throw noCsv();
    return table.rows;
  } catch (error) {
    if (error instanceof SourceError) throw noCsv(error);
    throw error;
  }
}

function noCsv(cause?: unknown): AppError {
  return new AppError('malformed', 'not a CSV file', {
    fields: { csv: { messageKey: 'admin.watch.csvInvalid' } },
    ...(cause !== undefined && { cause }),
  });
}

export async function dropEntry(pool: pg.Pool, adminId: number, id: number, origin: Origin): Promise<void> {
  await withTransaction(pool, async (db) => {
    if (!(await removeEntry(db, adminId, id))) throw notFound();
    await audit(db, origin, { actor: actingAdmin(adminId), action: 'watch entry removed', details: { entry: id } });
  });
}

/** Clears a hold with a reason. The same pair of entry and name never holds an order again. */
export async function releaseOrder(
  pool: pg.Pool,
  adminId: number,
  id: number,
  reason: string,
  origin: Origin,
): Promise<void> {
  await withTransaction(pool, async (db) => {
    const cleared = await clearHold(db, id, adminId, reason);
    if (!cleared) throw notFound();
    await audit(db, origin, {
      actor: actingAdmin(adminId),
      action: 'order hold cleared',
      subject: { kind: 'order', id: cleared.orderId },
      details: { hold: id, entry: cleared.entryId, reason },
    });
  });
}

const MAX_PAYER_LENGTH = 300;

export type CheckedParty = { role: Exclude<HoldRole, 'destination'>; name: string; idNumber?: string };

const hashOf = (entry: WatchEntry, folded: string) => createHash('sha256').update(`${entry.id}\n${folded}`).digest();

function isHit({ kind, name, aliases, idNumber }: WatchEntry, party: CheckedParty): boolean {
  if (kind !== 'party') return false;
  return [name, ...aliases].some((each) => isSameName(each, party.name)) || isSameId(idNumber, party.idNumber ?? '');
}

type Screened = { parties: CheckedParty[]; destinations: string[] };

/** Compares parties and destinations of an order with the lists. Each hit holds the order. The caller holds the lock of the order. */
export async function screenParties(
  db: Queryable,
  orderId: number,
  { parties, destinations }: Screened,
): Promise<void> {
  for (const entry of await watchEntries(db)) {
    for (const party of parties)
      if (isHit(entry, party))
        await insertHold(
          db,
          orderId,
          entry.id,
          party.role,
          hashOf(entry, foldName(party.name).join(' ')),
          party.role === 'payer' ? party.name.slice(0, MAX_PAYER_LENGTH) : null,
        );
    for (const country of destinations)
      if (entry.kind === 'destination' && entry.country === country)
        await insertHold(db, orderId, entry.id, 'destination', hashOf(entry, `${country} ${orderId}`));
  }
}
