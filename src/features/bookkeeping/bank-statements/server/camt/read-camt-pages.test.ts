import { describe, expect, test } from 'vitest';
import { camtDocument, camtStatement } from '../../../../../../tests/support/bookkeeping/camt-files.ts';
import { readCamt } from './read-camt.ts';

type Balances = { opening?: string; closing?: string };
const page = (amount: string, balances: Balances = {}) =>
  camtStatement('08', { ...balances, entries: [{ amount, text: `CQ-${amount}` }] });
const numbered = (number: number, statement: string) =>
  statement.replace('<FrToDt>', `<StmtPgntn><PgNb>${number}</PgNb></StmtPgntn><FrToDt>`);
const read = (...pages: string[]) => readCamt(camtDocument('08', pages.join('')));

describe('pages of one statement', () => {
  test.each([
    ['continue', [page('10', { opening: '5', closing: '15' }), page('20', { opening: '15', closing: '35' })]],
    [
      'repeat the balances of the statement',
      [page('10', { opening: '5', closing: '35' }), page('20', { opening: '5', closing: '35' })],
    ],
    ['state only the first and the last balance', [page('10', { opening: '5' }), page('20', { closing: '35' })]],
  ])('that %s are one statement', (_how, pages) => {
    expect(read(...pages)).toMatchObject([
      { number: '7', openingCents: 500, closingCents: 3_500, lines: [{ cents: 1_000 }, { cents: 2_000 }] },
    ]);
  });

  test('are put into the order of their numbers', () => {
    const [one, two] = [page('10', { opening: '5', closing: '15' }), page('20', { opening: '15', closing: '35' })];
    expect(read(numbered(2, two), numbered(1, one))).toMatchObject([{ openingCents: 500, closingCents: 3_500 }]);
  });

  test('need no balances if they are numbered', () => {
    expect(read(numbered(1, page('10')), numbered(2, page('10')))).toMatchObject([
      { openingCents: null, lines: [{ cents: 1_000 }, { cents: 1_000 }] },
    ]);
  });

  test('are refused if balances or numbers do not prove that no line is there twice', () => {
    const whole = page('10', { opening: '5', closing: '15' });
    for (const pages of [
      [whole, whole],
      [page('10'), page('10')],
      [numbered(1, page('10')), numbered(1, page('10'))],
      [page('10', { opening: '5' }), page('10', { opening: '5' })],
    ])
      expect(() => read(...pages)).toThrow('balances do not add up');
  });

  test('of another day, account or currency are other statements', () => {
    const other = (change: object) => camtStatement('08', { entries: [{ amount: '1' }], ...change });
    const changes = [{ day: '2026-11-21' }, { account: '000123456789' }, { currency: 'EUR' }];
    for (const change of changes) expect(read(other({}), other(change))).toHaveLength(2);
  });
});
