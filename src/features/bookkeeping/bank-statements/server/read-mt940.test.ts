import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AppError } from '#lib/app-error.ts';
import { readMt940 } from './read-mt940.ts';

const FILE = `{1:F01DEMOCNSHAXXX0000000000}{2:I940DEMOXXXXN}{4:
:20:STARTUMSE
:25:DEMOCNSH/DE02120300000000202051
:28C:00012/001
:60F:C261230USD10000,00
:61:2612300102C12500,50NTRFCQ-000910//FT26306A1
:86:166?00INWARD?20CQ-000910 de?21posit?31DE99 1234?32LAKEVIEW MOT?33ORS
:61:261231D35,NCHGNONREF
:86:TT CHARGE
 second line
:61:261231RC100,00NTRFNONREF//FT3
:86:/NAME/HILLTOP/REMI/returned/
:62F:C261231USD22365,50
-}`;
const read = (text: string) => readMt940(Buffer.from(text));
const refusal = (text: string) => {
  try {
    read(text);
  } catch (error) {
    if (error instanceof AppError) return error.options.messageKey ?? error.message;
    throw error;
  }
  return 'not refused';
};

describe('readMt940', () => {
  test('reads entries with their day of booking in the next year, payer, text and bank reference', () => {
    expect(read(FILE)).toMatchObject([
      {
        account: 'DE02120300000000202051',
        currency: 'USD',
        openingCents: 1_000_000,
        closingCents: 2_236_550,
        lines: [
          {
            bookedOn: '2027-01-02',
            valueOn: '2026-12-30',
            cents: 1_250_050,
            bankReference: 'FT26306A1',
            endToEndId: 'CQ-000910',
            counterparty: 'LAKEVIEW MOT ORS',
            counterpartyAccount: 'DE991234',
            text: 'INWARD CQ-000910 de posit',
          },
          {
            bookedOn: '2026-12-31',
            cents: -3_500,
            bankReference: null,
            endToEndId: null,
            text: 'TT CHARGE second line',
          },
          { cents: -10_000, isReversal: true, counterparty: 'HILLTOP' },
        ],
      },
    ]);
  });

  test('reads several messages of a file', () => {
    expect(read(`${FILE}\n${FILE}`)).toHaveLength(2);
  });

  test.each([
    [
      'balances that the entries do not lead to',
      FILE.replace('22365,50', '22365,51'),
      'statement refused: balances do not add up',
    ],
    ['a file that was cut off', FILE.slice(0, FILE.indexOf(':62F:')), 'statements.file.cutOff'],
    [
      'an entry that cannot be read',
      FILE.replace(':61:261231D35,', ':61:261231X35,'),
      'statement refused: an unreadable entry',
    ],
    ['no account', FILE.replace(/:25:.*\n/, ''), 'statements.file.noAccount'],
    ['no message', ':25:1', 'statements.file.empty'],
  ])('refuses %s', (_what, text, problem) => {
    expect(refusal(text)).toBe(problem);
  });

  test('ends in one sentence for a file that is cut or changed anywhere', () => {
    fc.assert(
      fc.property(fc.nat(FILE.length), fc.string({ unit: 'binary', maxLength: 5 }), (at, text) => {
        refusal(FILE.slice(0, at) + text + FILE.slice(at + 1));
        refusal(FILE.slice(0, at));
      }),
    );
  });
});
