import { createFirstAccounts } from '#features/accounts/server/first-accounts.ts';
import { PasswordHasher } from '#features/accounts/server/password-hasher.ts';
import { migrate } from '#lib/server/database/migrate.ts';
import { openPool } from '#lib/server/database/pool.ts';
import { loadCatalogue } from '../demo/load-catalogue.ts';
import { loadDemoStock } from '../demo/load-demo-stock.ts';

/** Makes a database of its own on a server, with a stock of the demo's making, and returns its address. */
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
  await createFirstAccounts(pool, new PasswordHasher(), {
    adminEmail: undefined,
    adminPassword: undefined,
    demoUser: true,
  });
  await loadCatalogue(pool);
  await loadDemoStock(pool, cars, report);
  await pool.query('checkpoint');
  await pool.end();
  return url.href;
}
