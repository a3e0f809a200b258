import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sourceFiles } from './module-graph.ts';

/** A reading of the machine's clock. */
const READS_CLOCK = /\bnew Date\(\)|\bDate\.now\b/;
/** A day, month or year of the database's clock: only durations may be counted from there. */
const CALENDAR_IN_SQL =
  /\bcurrent_date\b|\bextract\((?!epoch)[^)]*\bnow\(\)|\bdate_trunc\([^)]*\bnow\(\)|\bnow\(\)::date\b/i;
const TEST = /\.(test|spec)\.tsx?$/;

/** Rules that read the clock, each with its reason. */
const RULES_WITH_CLOCK: Record<string, string> = {
  'src/features/catalog/listings/model/listing-form.ts':
    'a schema of a form cannot be given a clock; it only bounds years of cars',
};

const readsClock = (path: string) => READS_CLOCK.test(readFileSync(path, 'utf8'));

test('recognizes readings of a clock', () => {
  expect('const now = new Date();').toMatch(READS_CLOCK);
  expect('setTimeout(run, end - Date.now())').toMatch(READS_CLOCK);
  expect("new Date('2026-11-27')").not.toMatch(READS_CLOCK);
  expect('where day = current_date').toMatch(CALENDAR_IN_SQL);
  expect('extract(epoch from now() - created_at)').not.toMatch(CALENDAR_IN_SQL);
  expect("date_trunc('month', now())").toMatch(CALENDAR_IN_SQL);
  expect("where at > now() - interval '1 day'").not.toMatch(CALENDAR_IN_SQL);
});

test('rules get the time as an argument', () => {
  const rules = sourceFiles(['src']).filter((path) => path.includes('/model/') && !TEST.test(path));
  expect(rules.length).toBeGreaterThan(200);
  expect(rules.filter(readsClock)).toEqual(Object.keys(RULES_WITH_CLOCK));
});

test('SQL of the site counts only durations from the clock of the database', () => {
  const stores = sourceFiles(['src']).filter((path) => path.includes('/server/') && !TEST.test(path));
  expect(stores.filter((path) => CALENDAR_IN_SQL.test(readFileSync(path, 'utf8')))).toEqual([]);
});

test('tests read the time in test-clock.ts', () => {
  const tests = sourceFiles(['src', 'tests', 'bench', 'demo', 'scripts', 'content']).filter(
    (path) => TEST.test(path) || path.startsWith('tests/'),
  );
  const own = ['tests/support/runner/test-clock.ts', 'tests/structure/clocks.test.ts'];
  const journeys = /^tests\/(e2e|support\/journeys)\//;
  // The text of a program that a test starts.
  const programs = ['scripts/dev.db.test.ts'];
  expect(tests.length).toBeGreaterThan(500);
  expect(
    tests.filter((path) => readsClock(path) && !journeys.test(path) && ![...own, ...programs].includes(path)),
  ).toEqual([]);
});
