import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '#lib/server/database/embedded/embedded-postgres.ts';
import { migrate } from '#lib/server/database/migrate.ts';
import { openPool } from '#lib/server/database/pool.ts';
import { makeCareless } from './careless-database.ts';

export const TEMPLATE = 'carquay_template';

declare module 'vitest' {
  export interface ProvidedContext {
    databaseServer: string;
  }
}

/** One PostgreSQL for the whole test run, with a migrated database that each test file clones. */
export default async function startDatabaseServer(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'carquay-test-'));
  const server = await startEmbeddedPostgres(folder);
  await makeCareless(server.url);
  await withClient(server.url, (client) => client.query(`create database ${TEMPLATE}`));
  const pool = await openPool(databaseUrl(server.url, TEMPLATE));
  await migrate(pool);
  await pool.end();
  project.provide('databaseServer', server.url);
  return async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

export function databaseUrl(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

export async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
