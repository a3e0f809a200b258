/** `npm run import -- FILE.csv --seller EMAIL`: imports a dealer's spreadsheet as listings, see docs/catalog/stock-import.md. */
import { importFile } from '#features/catalog/stock-import/server/import-sheet.ts';
import { ConfigError } from '#lib/config-error.ts';
import { readConfig } from '#lib/server/config/config.ts';
import { migrate } from '#lib/server/database/migrate.ts';
import { readImportArguments, USAGE } from './import-arguments.ts';
import { ProgressBar, summaryOf } from './import-output.ts';
import { openDatabase } from './open-database.ts';

const USAGE_ERROR = 2;

async function run(): Promise<void> {
  const { help, ...request } = await readImportArguments(process.argv.slice(2));
  if (help) return console.log(USAGE);
  const { pool, close } = await openDatabase(readConfig(process.env));
  const bar = new ProgressBar(process.stderr);
  try {
    await migrate(pool);
    const result = await importFile(pool, { ...request, now: new Date(), progress: (state) => bar.show(state) });
    bar.end();
    console.log(summaryOf(request, result));
  } finally {
    bar.end();
    await close();
  }
}

run().catch((error: unknown) => {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exitCode = error instanceof ConfigError ? USAGE_ERROR : 1;
});
