import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isJourney, problemOf, readMutants, withTable } from '../mutants/mutant-list.ts';

const mutants = readMutants();

test('each mutant replaces a text that occurs once, and names an existing test', () => {
  expect(mutants.length).toBeGreaterThanOrEqual(40);
  expect(mutants.filter(isJourney).length).toBeGreaterThanOrEqual(6);
  const problems = mutants.map((mutant) => ({ name: mutant.name, problem: problemOf(mutant) }));
  expect(problems.filter(({ problem }) => problem !== null)).toEqual([]);
});

test('each mutant has a name of its own', () => {
  const names = mutants.map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test('docs/testing.md has the table of mutants; npm run test:mutants -- --table updates it', () => {
  const document = readFileSync('docs/testing.md', 'utf8');
  expect(withTable(document, mutants)).toBe(document);
});
