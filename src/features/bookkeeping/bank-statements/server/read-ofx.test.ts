import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AppError } from '#lib/app-error.ts';
import { readOfx } from './read-ofx.ts';

const SGML = `OFXHEADER:100
DATA:OFXSGML
ENCODING:USASCII

<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD
<BANKACCTFROM><BANKID>1<ACCTID>DE02120300000000202051<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20261101<DTEND>20261130
<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261102120000[+3:EAT]<TRNAMT>12500.50<FITID>FT1<NAME>LAKEVIEW &amp; SONS<MEMO>CQ-000910
<STMTTRN><TRNTYPE>FEE<DTPOSTED>20261103<TRNAMT>-35.00<FITID>FT2<NAME>Charge</STMTTRN>
</BANKTRANLIST><LEDGERBAL><BALAMT>22465.50<DTASOF>20261130</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;
const XML = SGML.replace(/^OFXHEADER[\s\S]*?\n\n/, '<?xml version="1.0"?><?OFX OFXHEADER="200"?>\n').replace(
  /<(\w+)>([^<\n]+)\n?(?=<)/g,
  '<$1>$2</$1>',
);
const refusal = (text: string) => {
  try {
    readOfx(Buffer.from(text));
  } catch (error) {
    if (error instanceof AppError) return error.options.messageKey ?? error.message;
    throw error;
  }
  return 'not refused';
};

describe('readOfx', () => {
  test.each([
    ['SGML', SGML],
    ['XML', XML],
  ])('reads the entries of %s', (_what, text) => {
    expect(readOfx(Buffer.from(text))).toMatchObject([
      {
        account: 'DE02120300000000202051',
        currency: 'USD',
        fromOn: '2026-11-02',
        toOn: '2026-11-03',
        lines: [
          {
            bookedOn: '2026-11-02',
            cents: 1_250_050,
            bankReference: 'FT1',
            counterparty: 'LAKEVIEW & SONS',
            text: 'CQ-000910',
          },
          { bookedOn: '2026-11-03', cents: -3_500, bankReference: 'FT2' },
        ],
      },
    ]);
  });

  test.each([
    ['a file that was cut off', SGML.slice(0, -20), 'statements.file.cutOff'],
    ['an entry without a day', SGML.replace('20261103', ''), 'statement refused: an unreadable entry'],
    [
      'an entry in another currency',
      SGML.replace('<FITID>FT2', '<FITID>FT2<CURSYM>EUR'),
      'statement refused: an unreadable entry',
    ],
    ['entities', SGML.replace('<OFX>', '<!DOCTYPE a><OFX>'), 'statements.file.doctype'],
    ['no account', SGML.replace(/<ACCTID>[^<]*/, ''), 'statements.file.noAccount'],
    ['no currency', SGML.replace('<CURDEF>USD', ''), 'statements.file.noCurrency'],
    ['no statement', 'OFXHEADER:100\n<OFX></OFX>', 'statements.file.empty'],
  ])('refuses %s', (_what, text, problem) => {
    expect(refusal(text)).toBe(problem);
  });

  test('ends in one sentence for a file that is cut or changed anywhere', () => {
    fc.assert(
      fc.property(fc.nat(SGML.length), fc.string({ unit: 'binary', maxLength: 5 }), (at, text) => {
        refusal(SGML.slice(0, at) + text + SGML.slice(at + 1));
      }),
    );
  });
});
