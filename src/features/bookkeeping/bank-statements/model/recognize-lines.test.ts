import { describe, expect, test } from 'vitest';
import { recognize, type StoredLine } from './recognize-lines.ts';
import type { BookedLine } from './statement.ts';

const line = (change: Partial<BookedLine> = {}): BookedLine => ({
  bookedOn: '2026-11-20',
  valueOn: null,
  cents: 150_000,
  bankReference: null,
  endToEndId: null,
  counterparty: null,
  counterpartyAccount: null,
  text: 'INWARD TT CQ-000951 LAKEVIEW',
  chargesCents: 0,
  code: null,
  isReversal: false,
  balanceCents: null,
  ...change,
});
let ids = 0;
const stored = (change: Partial<StoredLine> = {}): StoredLine => ({
  ...line(),
  id: ++ids,
  statementId: 1,
  scheme: 'csv',
  filename: 'may.csv',
  ...change,
});
type Change = { scheme?: string; isComplete?: boolean; same?: Record<string, boolean> };
const counts = (
  lines: BookedLine[],
  known: StoredLine[],
  { scheme = 'csv', isComplete = false, same = {} }: Change = {},
) => {
  const { fresh, asked, changed } = recognize(lines, known, { scheme, isComplete: () => isComplete, same });
  return { fresh: fresh.length, asked: asked.length, changed: changed !== null };
};
const KNOWN = { fresh: 0, asked: 0, changed: false };
const FRESH = { ...KNOWN, fresh: 1 };
const ASKED = { ...KNOWN, asked: 1 };

describe('recognize', () => {
  test.each([
    ['with the same text', line(), stored()],
    ['with a longer text', line({ text: 'INWARD TT CQ-000951 LAKEVIEW MOTORS LTD KAMPALA' }), stored()],
    [
      'of another format with the reference in its text',
      line({ text: 'CQ-000951', counterparty: 'Lakeview Motors' }),
      stored({ scheme: 'camt.053' }),
    ],
    [
      'with the same reference and another text',
      line({ bankReference: 'FT 1', text: 'x' }),
      stored({ bankReference: 'FT1' }),
    ],
    ['with the same balance and another text', line({ balanceCents: 5, text: 'x' }), stored({ balanceCents: 5 })],
  ])('knows a line %s', (_what, fresh, known) => {
    expect(counts([fresh], [known])).toEqual(KNOWN);
  });

  test.each([
    ['another day', line({ bookedOn: '2026-11-21' }), stored()],
    ['another amount', line({ cents: -150_000 }), stored()],
    ['another balance in the same columns', line({ balanceCents: 5 }), stored({ balanceCents: 6 })],
    ['another reference in the same columns', line({ bankReference: 'FT2' }), stored({ bankReference: 'FT1' })],
  ])('takes a line with %s as new', (_what, fresh, known) => {
    expect(counts([fresh], [known])).toEqual(FRESH);
  });

  test('knows each stored line once', () => {
    expect(counts([line(), line()], [stored()])).toEqual(FRESH);
    expect(counts([line(), line()], [stored(), stored()])).toEqual(KNOWN);
  });

  test('asks about an equal amount with another text, and keeps to the answer', () => {
    const known = stored();
    const other = line({ text: 'HILLTOP' });
    expect(counts([other], [known])).toEqual(ASKED);
    const [asked] = recognize([other], [known], { scheme: 'csv', isComplete: () => false, same: {} }).asked;
    expect(counts([other], [known], { same: { [asked!.key]: true } })).toEqual(KNOWN);
    expect(counts([other], [known], { same: { [asked!.key]: false } })).toEqual(FRESH);
  });

  test('decides by the number of equal amounts on a day that the file has whole', () => {
    expect(
      counts([line({ text: 'Fee' })], [stored({ text: 'TT CHARGES' })], { scheme: 'camt.053', isComplete: true }),
    ).toEqual(KNOWN);
    expect(
      counts([line({ text: 'Fee' }), line({ text: 'Fee' })], [stored({ text: 'TT CHARGES' })], {
        scheme: 'camt.053',
        isComplete: true,
      }),
    ).toEqual(FRESH);
  });

  test('reports a reference that has another amount now', () => {
    expect(counts([line({ bankReference: 'FT1', cents: 1 })], [stored({ bankReference: 'FT1' })]).changed).toBe(true);
  });

  test('lets a fee have the reference of its transfer', () => {
    const transfer = { bankReference: 'FT1', cents: -150_000 };
    const both = [line(transfer), line({ bankReference: 'FT1', cents: -3_500, text: 'CHARGE' })];
    expect(counts(both, [stored(transfer)])).toEqual(FRESH);
  });
});
