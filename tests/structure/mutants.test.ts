import { expect, test } from 'vitest';
import { isJourney, problemOf, readMutants } from '../mutants/mutant-list.ts';

const mutants = readMutants();

test('each mutant replaces a text that occurs once and names an existing test', () => {
  expect(mutants.length).toBeGreaterThanOrEqual(40);
  expect(mutants.filter(isJourney).length).toBeGreaterThanOrEqual(6);
  const problems = mutants.map((mutant) => ({ name: mutant.name, problem: problemOf(mutant) }));
  expect(problems.filter(({ problem }) => problem !== null)).toEqual([]);
});

test('mutants have different names', () => {
  const names = mutants.map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
