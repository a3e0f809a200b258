import { expect, test } from 'vitest';
import {
  contiguousFrom,
  lsnOf,
  pieceKey,
  SEGMENT_BYTES,
  segmentName,
  segmentStart,
  startOfSegment,
  textOf,
  walObject,
  wholeKey,
} from './wal-objects.ts';

test('computes the same file names as pg_walfile_name', () => {
  for (const [lsn, name] of [
    ['0/1000000', '000000010000000000000001'],
    ['1A/2B3C4D5E', '000000010000001A0000002B'],
    ['2/FF000028', '0000000100000002000000FF'],
  ] as const) {
    expect(segmentName(1, lsnOf(lsn))).toBe(name);
    expect(startOfSegment(name)).toBe(segmentStart(lsnOf(lsn)));
    expect(textOf(lsnOf(lsn))).toBe(lsn);
  }
  expect(() => lsnOf('0/1; drop table')).toThrow('not a WAL position');
});

const start = lsnOf('0/FF000000');
const segment = segmentName(1, start);
const whole = (index: number) => walObject(wholeKey(segmentName(1, start + BigInt(index) * SEGMENT_BYTES)))!;
const piece = (from: bigint, until: bigint) => walObject(pieceKey(1, start + from, start + until))!;

test('reads its names back', () => {
  expect(whole(1)).toMatchObject({ segment: '000000010000000100000000', from: start + SEGMENT_BYTES });
  expect(piece(16n, 300n)).toMatchObject({ segment, from: start + 16n, until: start + 300n });
  expect(walObject('wal/other.seg')).toBeNull();
});

test('returns archived WAL up to the first gap, and a whole segment instead of its pieces', () => {
  const [a, b] = [piece(0n, 100n), piece(100n, 250n)];
  expect(contiguousFrom([b, a], start)).toEqual([a, b]);
  expect(contiguousFrom([b], start)).toEqual([]);
  expect(contiguousFrom([a, piece(101n, 250n)], start)).toEqual([a]);
  expect(contiguousFrom([a, b, whole(0), whole(1), whole(3)], start)).toEqual([whole(0), whole(1)]);
});
