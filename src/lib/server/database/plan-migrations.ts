import type pg from 'pg';
import { pendingMigrations, statementsOf } from './migrate.ts';

type PlannedLock = { table: string; rows: number; effect: string };
type PlannedMigration = { name: string; locks: PlannedLock[] };

type Rule = [statement: RegExp, effect: string];

/** What a statement means for a table that has rows. The first rule that matches counts. */
/** Effects that others wait for as long as the table is large. */
const REWRITES = 'no reads or writes while all rows are rewritten';
const READS_ALONE = 'no reads or writes while all rows are read';
const NO_WRITES = 'no writes while all rows are read';
const WRITES = 'writes rows, which others cannot change meanwhile';
export const LONG_EFFECTS = [REWRITES, READS_ALONE, NO_WRITES, WRITES];
const MOMENT = 'no reads or writes for a moment';

const RULES: Rule[] = [
  [/^create (unique )?index concurrently .*? on (only )?(?<table>\w+)/, 'reads all rows, locks nothing'],
  [/^create (unique )?index .*? on (only )?(?<table>\w+)/, NO_WRITES],
  [/^alter table (only )?(?<table>\w+) validate constraint/, 'reads all rows, locks nothing'],
  [/^alter table (only )?(?<table>\w+) .*\b(alter column \w+ (set data )?type|set logged)\b/, REWRITES],
  [/^alter table (only )?(?<table>\w+) .*\bgenerated always as \(/, REWRITES],
  [
    /^alter table (only )?(?<table>\w+) .*\badd (column )?\w+ ((small|big)?serial|.* as identity|.* default (clock_timestamp|random|gen_random_uuid|nextval)\b)/,
    REWRITES,
  ],
  [/^alter table (only )?(?<table>\w+) .*\bnot valid$/, MOMENT],
  [/^alter table (only )?(?<table>\w+) .*\bunique using index \w+$/, MOMENT],
  [/^alter table (only )?(?<table>\w+) add column \w+ \w+ references [^,]*$/, MOMENT],
  [
    /^alter table (only )?(?<table>\w+) .*\b(add constraint|check \(|references|set not null|unique|primary key)\b/,
    READS_ALONE,
  ],
  [
    /^(alter table|create (or replace )?(constraint )?trigger \w+ .*? on|drop trigger (if exists )?\w+ on|drop table( if exists)?|truncate( table)?|lock table) (only )?(?<table>\w+)/,
    MOMENT,
  ],
  [/^(update|delete from) (only )?(?<table>\w+)/, WRITES],
];

/**
 * Returns the migrations that have not run, and what each does to tables that exist and have rows. Row counts are the estimates of the
 * planner. Triggers and functions that a statement calls are not looked into.
 */
export async function planMigrations(pool: pg.Pool, folder?: string): Promise<PlannedMigration[]> {
  const { rows } = await pool.query<{ name: string; rows: number }>(
    `select relname as name, greatest(reltuples, 0)::bigint as rows from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  );
  const known = new Map(rows.map((table) => [table.name, table.rows]));
  const pending = await pendingMigrations(pool, folder);
  return pending.map(({ name, sql }) => ({ name, locks: statementsOf(sql).flatMap((text) => locksOf(text, known)) }));
}

function locksOf(statement: string, known: Map<string, number>): PlannedLock[] {
  const found = effectOf(statement);
  const rows = known.get(found?.table ?? '');
  return found === null || rows === undefined ? [] : [{ ...found, rows }];
}

/** Returns the table that a statement of `statementsOf` locks or changes, and what that means if it has rows; null if none. */
export function effectOf(statement: string): { table: string; effect: string } | null {
  for (const [pattern, effect] of RULES) {
    const table = pattern.exec(statement)?.groups?.table;
    if (table !== undefined) return { table, effect };
  }
  return null;
}

/** The plan as lines to print. Equal effects on one table are printed once. */
export function planLines(plan: PlannedMigration[]): string[] {
  if (plan.length === 0) return ['The schema is up to date.'];
  return plan.flatMap(({ name, locks }) => {
    const effects = new Set(locks.map(({ table, rows, effect }) => `  ${table} (about ${rows} rows): ${effect}`));
    return [name, ...(effects.size > 0 ? effects : ['  touches no existing table'])];
  });
}
