import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { inject } from 'vitest';
import { openPool } from '#lib/server/database/postgres.ts';
import { afterFile } from '../runner/after-file.ts';
import { databaseUrl, socketUrl, TEMPLATE, withClient } from './database-server.ts';

/**
 * Creates a database for this test file: migrated and without rows, or a copy of `template`. Drops it after the file. The pool uses a Unix
 * socket if the server has one; the URL is for TCP.
 */
export async function testDatabase(template = TEMPLATE): Promise<{ pool: pg.Pool; url: string }> {
  const server = inject('databaseServer');
  const socket = inject('databaseSocket');
  const administration = socketUrl(server, socket);
  const name = `test_${randomBytes(6).toString('hex')}`;
  await withClient(administration, (client) =>
    client.query(`create database ${name} template ${template} strategy file_copy`),
  );
  const url = databaseUrl(server, name);
  const pool = await openPool(socketUrl(url, socket));
  afterFile(async () => {
    await pool.end();
    await withClient(administration, (client) => client.query(`drop database ${name} with (force)`));
  });
  return { pool, url };
}

/** Opens a connection without the site's limit for statements, which a busy machine can exceed. Closes it after the file. */
export async function patientPool(url: string): Promise<pg.Pool> {
  const pool = await openPool(url, { max: 1, statementTimeoutMs: 60_000 });
  afterFile(() => pool.end());
  return pool;
}
