import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sourceFiles } from './module-graph.ts';

const tables = readdirSync('db/migrations')
  .filter((name) => name.endsWith('.sql'))
  .flatMap((name) => [...readFileSync(`db/migrations/${name}`, 'utf8').matchAll(/^create table (\w+)/gm)])
  .map(([, table]) => table)
  .join('|');

/** A prepared statement that returns all columns of a table fails in running processes once a migration adds one (0A000). */
function returnsAllColumns(sql: string): boolean {
  const aliases = [...sql.matchAll(/\bselect (\w+)\.\*/gi)].map(([, alias]) => alias);
  const isTable = (alias?: string) => new RegExp(`\\b(from|join) (${tables}) (as )?${alias}\\b`, 'i').test(sql);
  return new RegExp(`\\breturning \\*|\\bselect \\* from (${tables})\\b`, 'i').test(sql) || aliases.some(isTable);
}

test('statements name the columns of tables', () => {
  expect(returnsAllColumns('insert into users (name) values ($1) returning *')).toBe(true);
  expect(returnsAllColumns('select * from users where id = $1')).toBe(true);
  expect(returnsAllColumns('select u.*, 1 as one from admins a join users u on true')).toBe(true);
  expect(returnsAllColumns('with made as (select id from users) select made.* from made')).toBe(false);
  const sources = sourceFiles(['src']).filter((path) => !/\.test\.tsx?$/.test(path));
  expect(sources.filter((path) => returnsAllColumns(readFileSync(path, 'utf8')))).toEqual([]);
});
