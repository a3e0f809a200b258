import type pg from 'pg';
import { pendingMigrations } from './migrate.ts';
import { statementsOf } from './statements-of.ts';

export type PlannedLock = { table: string; rows: number; effect: string };
export type PlannedMigration = { name: string; locks: PlannedLock[] };

type Rule = [statement: RegExp, effect: string];

/** What a statement means for a table that has rows. The first rule that matches counts. */
const RULES: Rule[] = [
  [/^create (unique )?index concurrently .*? on (only )?(?<table>\w+)/, 'reads all rows, locks nothing'],
  [/^create (unique )?index .*? on (only )?(?<table>\w+)/, 'no writes while all rows are read'],
  [/^alter table (only )?(?<table>\w+) validate constraint/, 'reads all rows, locks nothing'],
  [
    /^alter table (only )?(?<table>\w+) .*\b(alter column \w+ (set data )?type|set logged)\b/,
    'no reads or writes while all rows are rewritten',
  ],
  [/^alter table (only )?(?<table>\w+) .*\bgenerated always as \(/, 'no reads or writes while all rows are rewritten'],
  [/^alter table (only )?(?<table>\w+) .*\bnot valid$/, 'no reads or writes for a moment'],
  [
    /^alter table (only )?(?<table>\w+) .*\b(add constraint|check \(|references|set not null|unique|primary key)\b/,
    'no reads or writes while all rows are read',
  ],
  [
    /^(alter table|create (or replace )?(constraint )?trigger \w+ .*? on|drop trigger (if exists )?\w+ on|drop table( if exists)?|truncate( table)?|lock table) (only )?(?<table>\w+)/,
    'no reads or writes for a moment',
  ],
  [/^(update|delete from) (only )?(?<table>\w+)/, 'writes rows, which others cannot change meanwhile'],
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
  for (const [pattern, effect] of RULES) {
    const table = pattern.exec(statement)?.groups?.table;
    if (table === undefined) continue;
    const rows = known.get(table);
    return rows === undefined ? [] : [{ table, rows, effect }];
  }
  return [];
}

/** The plan as lines to print. Equal effects on one table are printed once. */
export function planLines(plan: PlannedMigration[]): string[] {
  if (plan.length === 0) return ['The schema is up to date.'];
  return plan.flatMap(({ name, locks }) => {
    const effects = new Set(locks.map(({ table, rows, effect }) => `  ${table} (about ${rows} rows): ${effect}`));
    return [name, ...(effects.size > 0 ? effects : ['  touches no existing table'])];
  });
}
