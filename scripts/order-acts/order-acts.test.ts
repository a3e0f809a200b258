import { describe, expect, test } from 'vitest';
import { ORDER_ACTS } from '#features/payments/order-acts/model/act-list.ts';
import { actTable } from './act-table.ts';
import { RENTALS } from './expected-rentals.ts';
import { SALES } from './expected-sales.ts';

const EXPECTED = [...SALES, ...RENTALS];

test('the table lists exactly the tested states', () =>
  expect(
    actTable()
      .map(({ state }) => state)
      .sort(),
  ).toEqual(EXPECTED.map(([state]) => state).sort()));

describe.each(EXPECTED.map(([name = '', ...parts]) => ({ name, parts })))('$name', ({ name, parts }) => {
  const cells = parts.flatMap((part) => part.split(' | '));
  const answers = actTable().find(({ state }) => state === name)?.cells;
  test.each(ORDER_ACTS.map((act, index) => [act, cells[index] ?? 'sale'] as const))('%s: %s', (act, expected) =>
    expect(answers?.[act]).toBe(expected),
  );
});
