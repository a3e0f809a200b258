import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CALLS_OF } from '../fixtures/calls-by-permission.ts';
import { MONEY_EFFECTS, MONEY_PERMISSIONS } from '../fixtures/money-effects.ts';

test('each back-office call that could move money names what stops one person', () => {
  const calls = MONEY_PERMISSIONS.flatMap((permission) => CALLS_OF[permission]);
  expect(Object.keys(MONEY_EFFECTS).sort()).toEqual(calls.sort());
});

test('the tests in which one person tries it exist', () => {
  const tried = Object.values(MONEY_EFFECTS).filter((effect) => typeof effect !== 'string');
  const hasTest = ([file, name]: readonly [string, string]) => {
    const text = readFileSync(file, 'utf8');
    return [`'${name}'`, `"${name}"`, `\`${name}\``].some((title) => text.includes(title));
  };
  expect(tried.filter((each) => !hasTest(each))).toEqual([]);
});
