import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { importDueStock } from '#features/catalog/stock-import/server/imports/import-due-stock.ts';
import { ImportThreads } from '#features/catalog/stock-import/server/imports/import-threads.ts';
import { createImport, startImport } from '#features/catalog/stock-import/server/imports/manage-imports.ts';
import { signIn, signInAdmin } from '../data/accounts.ts';
import { afterFile } from '../runner/after-file.ts';
import { scratchFolder } from '../runner/scratch-folder.ts';
import { testNow } from '../runner/test-clock.ts';

const ORIGIN = { ip: '127.0.0.1', userAgent: '', requestId: 'test' };

/** Two imports of one car each. */
export const stockImports = async (pool: pg.Pool) => {
  const threads = new ImportThreads(pool.options.connectionString ?? '');
  afterFile(() => threads.close());
  const deps = { pool, clock: { now: testNow }, threads };
  const folder = await scratchFolder();
  const send = async (stockNumber: string) => {
    const { id: adminId } = await signInAdmin(pool);
    const { id: userId } = await signIn(pool);
    const [{ email }] = (await pool.query('select email from users where id = $1', [userId])).rows;
    const path = join(folder, stockNumber);
    await writeFile(path, `Stock No,Make,Model,Year,Price USD\n${stockNumber},BYD,Seal,2022,18500\n`);
    const wanted = { seller: email, offer: 'Sell', listingStatus: 'requested', newMakes: false } as const;
    const { id } = await createImport(deps, adminId, { path, filename: 'cars.csv' }, wanted, ORIGIN);
    await startImport(deps, adminId, id, false, ORIGIN);
    return id;
  };
  return {
    items: async (): Promise<[number, number]> => [await send('P1'), await send('P2')],
    fails: ['stock_imports', "new.id = $ and new.state = 'imported'", 'update'] as [string, string, 'update'],
    run: (onError: (error: unknown) => void) => importDueStock(deps, onError),
    isDone: "select 1 from stock_imports where id = $1 and state = 'imported'",
  };
};
