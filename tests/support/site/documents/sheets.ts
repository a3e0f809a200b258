import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import type pg from 'pg';
import { type ImportRequest, importFile } from '#features/catalog/stock-import/server/import-sheet.ts';
import { nameKey } from '#features/catalog/vehicles/model/vehicle-name.ts';
import { putVehicles } from '#features/catalog/vehicles/server/vehicle-store.ts';

export const SHEET_SELLER = 'dealer@test.example';

/** Adds an active and a pending seller, and makes with one model each ('BYD|比亚迪 Seal|海豹'). */
export async function prepareImport(pool: pg.Pool, vehicles: string[]): Promise<void> {
  await pool.query(
    `insert into users (name, email, email_key, password_hash, status) values
       ('Guangzhou Motors', $1, $1, '-', 'Active'), ('Pending', 'pending@test.example', 'pending@test.example', '-', 'Pending')`,
    [SHEET_SELLER],
  );
  const named = (words = '') => words.split('|');
  const rows = vehicles.map((line) => {
    const [[make = '', ...makeAliases], [model = '', ...modelAliases]] = line.split(' ').map(named) as [
      string[],
      string[],
    ];
    return { makeKey: nameKey(make), make, makeAliases, modelKey: nameKey(model), model, modelAliases };
  });
  await putVehicles(pool, rows);
}

/** Imports a file and parses its errors file. */
export async function runImport(pool: pg.Pool, folder: string, path: string, options: Partial<ImportRequest> = {}) {
  const errorsPath = join(folder, 'errors.csv');
  const { report, ...result } = await importFile(pool, {
    path,
    errorsPath,
    sellerEmail: SHEET_SELLER,
    mapping: {},
    offer: 'Sell',
    status: 'requested',
    newMakes: false,
    dryRun: false,
    pauseGone: false,
    now: new Date('2026-01-15'),
    progress: () => {},
    ...options,
  });
  const lines = parse(await readFile(errorsPath), { bom: true, relax_column_count: true }) as string[][];
  const errors = lines
    .slice(1)
    .map(([row, kind, column, value, reason]) => ({ row: Number(row), kind, column, value, reason }));
  return { ...result, report, errors, lines };
}
