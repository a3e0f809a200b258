import { demo } from '@carquay/demo';
import { loadCatalog } from '#features/catalog/vehicles/server/vehicle-catalog.ts';
import { createFirstAdmin } from '#features/people/accounts/server/first-accounts.ts';
import { PasswordHasher } from '#features/people/accounts/server/password-hasher.ts';
import { migrate } from '#lib/server/database/migrate.ts';
import { openPool } from '#lib/server/database/postgres.ts';

/** Creates a migrated database with demo cars on a server and returns its URL. */
export async function scratchDatabase(
  serverUrl: string,
  cars: number,
  report: (line: string) => void,
): Promise<string> {
  const name = `bench_${cars}`;
  const server = await openPool(serverUrl, { max: 1 });
  await server.query(`create database ${name}`);
  await server.end();
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const pool = await openPool(url.href, { statementTimeoutMs: 0 });
  await migrate(pool);
  const hasher = new PasswordHasher();
  await createFirstAdmin(pool, hasher, { adminEmail: undefined, adminPassword: undefined });
  await demo.createAccounts(pool, hasher);
  await loadCatalog(pool);
  await demo.loadCars(pool, cars, report);
  await pool.query('checkpoint');
  await pool.end();
  return url.href;
}
