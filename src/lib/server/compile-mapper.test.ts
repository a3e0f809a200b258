import { expect, test } from 'vitest';
import { compileMapper } from './compile-mapper.ts';

test('copies and computes properties, in the order of the mapping', () => {
  type Row = { price_cents: number; 'odd "name"': string };
  const map = compileMapper<Row, { name: string; dollars: number; cents: number }>({
    name: 'odd "name"',
    dollars: (row) => row.price_cents / 100,
    cents: 'price_cents',
  });
  const result = map({ price_cents: 1_850_000, 'odd "name"': 'Seal' });
  expect(Object.entries(result)).toEqual([
    ['name', 'Seal'],
    ['dollars', 18_500],
    ['cents', 1_850_000],
  ]);
});
