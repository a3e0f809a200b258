import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { startEmbeddedPostgres } from '#lib/server/database/embedded/embedded-postgres.ts';
import { migrate } from '#lib/server/database/migrate.ts';
import { createPool } from '#lib/server/database/postgres.ts';
import { scratch, seconds } from './drill-site.ts';

const ROWS = 10_000_000;
const WRITERS = 4;
const EVERY_MS = 10;
const MAX_WAIT_MS = 2_500;

/** The kinds of changes to large tables that the rules for migrations allow. */
const MIGRATIONS = {
  '001-column.sql': "alter table lines add column note text not null default '', add column seen_at timestamptz;",
  '002-constraint.sql': "alter table lines add constraint known_kind check (kind in ('a', 'b', 'c')) not valid;",
  '003-large.sql': `-- step by step
    drop index concurrently if exists lines_by_kind;
    create index concurrently lines_by_kind on lines (kind, at);
    alter table lines validate constraint known_kind;
    do $$
    declare
      after_id bigint := 0;
    begin
      while after_id < (select max(id) from lines) loop
        insert into unfolded (id) select id from lines where id > after_id and id <= after_id + 20000 on conflict do nothing;
        commit;
        after_id := after_id + 20000;
      end loop;
    end
    $$;`,
};
/** The same index built without `concurrently`, which the rules forbid, for comparison. */
const LOCKING = { '004-index.sql': 'create index lines_by_kind_locked on lines (kind, at);' };

/** Migrates a table of ten million rows (or `rows`) under writers, and measures the longest wait of a writer. */
export async function migrationLocks([rows = String(ROWS)]: string[]): Promise<string[]> {
  const database = await startEmbeddedPostgres(await scratch());
  // Writers have no timeouts, so the measured wait is complete.
  const pool = createPool(database.url, { max: WRITERS + 2, statementTimeoutMs: 0, settings: 'of the role' });
  await pool.query(`
    create table lines (id bigint generated always as identity primary key, kind text not null, cents bigint not null,
      at timestamptz not null default now());
    create table unfolded (id bigint primary key)`);
  await pool.query(`insert into lines (kind, cents) select 'a', n from generate_series(1, ${Number(rows)}) n`);
  await pool.query('vacuum analyze lines');
  const folder = join(await scratch(), 'migrations');
  const quiet = await whileWriting(pool, () => wait(5_000));
  const lines = [`nothing migrates: ${quiet.text}`];
  for (const [name, sql] of Object.entries(MIGRATIONS)) {
    const { longestMs, text } = await runAlone(pool, folder, name, sql);
    lines.push(`${name.slice(4, -4)}: ${text}`);
    if (longestMs > MAX_WAIT_MS) throw new Error(`a writer waited ${seconds(longestMs)} during ${name}`);
  }
  const [[name, sql]] = Object.entries(LOCKING) as [[string, string]];
  lines.push(`a plain index, to compare: ${(await runAlone(pool, folder, name, sql)).text}`);
  await pool.end();
  await database.stop();
  return [`${Number(rows)} rows, ${WRITERS} writers`, ...lines];
}

function runAlone(pool: pg.Pool, folder: string, name: string, sql: string) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), sql);
  return whileWriting(pool, () => migrate(pool, folder));
}

/** Runs work while writers insert and change rows. Returns the duration of their longest transaction. */
async function whileWriting(pool: pg.Pool, work: () => Promise<unknown>) {
  let [longestMs, writes, stopped] = [0, 0, false];
  const write = async () => {
    while (!stopped) {
      const began = performance.now();
      await pool.query("insert into lines (kind, cents) values ('b', 1)");
      await pool.query('update lines set cents = cents + 1 where id = $1', [1 + (writes % 1_000)]);
      longestMs = Math.max(longestMs, performance.now() - began);
      writes += 1;
      await wait(EVERY_MS);
    }
  };
  const running = Array.from({ length: WRITERS }, write);
  const began = performance.now();
  await work();
  const tookMs = performance.now() - began;
  stopped = true;
  await Promise.all(running);
  const text = `took ${seconds(tookMs)}, ${writes} writes meanwhile, the longest ${longestMs < 1_000 ? `${Math.round(longestMs)} ms` : seconds(longestMs)}`;
  return { longestMs, text };
}
