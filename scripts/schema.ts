/** `npm run schema`: generates docs/schema.md and the row types from the migrations. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '#lib/server/database/embedded/embedded-postgres.ts';
import { migrate } from '#lib/server/database/migrate.ts';
import { openPool } from '#lib/server/database/postgres.ts';
import { importedRowTypes, rowTypes } from './schema/row-types.ts';
import { schemaDocument } from './schema/schema-document.ts';

const folder = mkdtempSync(join(tmpdir(), 'carquay-schema-'));
const server = await startEmbeddedPostgres(folder);
try {
  const pool = await openPool(server.url);
  await migrate(pool);
  writeFileSync('docs/schema.md', await schemaDocument(pool));
  writeFileSync('src/lib/server/database/rows.ts', await rowTypes(pool, importedRowTypes()));
  await pool.end();
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
