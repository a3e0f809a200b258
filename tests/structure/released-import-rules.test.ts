import { expect, test } from 'vitest';
import { changedRows, fingerprintsOfSeed, readFingerprints } from '../../scripts/import-rules/fingerprints.ts';

const released = readFingerprints();
const shipped = await fingerprintsOfSeed();

test('no released row of content/import-rules has changed: a correction is a new row', () => {
  expect(released.size).toBeGreaterThan(900);
  expect(changedRows(released, shipped)).toEqual([]);
});

test('every row is in the list of released rows, which `npm run import-rules` updates', () => {
  expect([...shipped.keys()].filter((row) => !released.has(row))).toEqual([]);
});

test('finds a changed row and a missing row', () => {
  const [first = '', second = ''] = released.keys();
  const others = new Map(shipped).set(first, '000000000000');
  others.delete(second);
  expect(changedRows(released, others)).toEqual([first, second]);
});
