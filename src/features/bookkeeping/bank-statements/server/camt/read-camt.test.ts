import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AppError } from '#lib/app-error.ts';
import {
  ACCOUNT,
  camtDocument,
  camtFile,
  camtStatement,
} from '../../../../../../tests/support/bookkeeping/camt-files.ts';
import { english } from '../../../../../../tests/support/messages/english.ts';
import { readCamt } from './read-camt.ts';

const lineOf = (bytes: Buffer) => readCamt(bytes)[0]?.lines[0];
/** The sentence with which a file is refused. */
const refusal = (bytes: Buffer) => {
  try {
    readCamt(bytes);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { messageKey, write } = error.options;
    return write ? write(english) : messageKey && (english as (key: string) => string)(messageKey);
  }
  return 'not refused';
};
const altered = (from: string | RegExp, to: string, entry = { amount: '10.00', reference: 'R1' }) =>
  Buffer.from(
    camtFile({ entries: [entry] })
      .toString()
      .replace(from, to),
  );

describe.each(['02', '08'] as const)('camt.053 version %s', (version) => {
  test('reads account, number, days, balances and what the entry says', () => {
    const file = camtFile({
      version,
      opening: '100.00',
      closing: '5210.50',
      entries: [
        {
          amount: '5110.50',
          valueDay: '2026-11-23',
          reference: '0E68',
          name: 'Amina &amp; Söhne Otieno',
          account: '000123456789',
          endToEnd: 'CQ-000123',
          text: ['Invoice CQ-000123', 'Toyota'],
          charges: '15.00',
          info: 'CREDIT TRANSFER',
        },
      ],
    });
    expect(readCamt(file)).toEqual([
      {
        account: ACCOUNT,
        currency: 'USD',
        number: '7',
        fromOn: '2026-11-20',
        toOn: '2026-11-20',
        openingCents: 10_000,
        closingCents: 521_050,
        pending: 0,
        lines: [
          {
            bookedOn: '2026-11-20',
            valueOn: '2026-11-23',
            cents: 511_050,
            bankReference: '0E68',
            endToEndId: 'CQ-000123',
            counterparty: 'Amina & Söhne Otieno',
            counterpartyAccount: '000123456789',
            text: 'Invoice CQ-000123 Toyota CREDIT TRANSFER',
            chargesCents: 1_500,
            code: 'PMNT/RCDT/XBCT',
            isReversal: false,
            balanceCents: null,
          },
        ],
      },
    ]);
  });

  test('leaves out what is not booked, and counts it', () => {
    const entries = [
      { amount: '10.00', reference: 'A' },
      { amount: '20.00', reference: 'B', status: 'PDNG' },
      { amount: '30.00', reference: 'C', status: 'INFO' },
    ];
    expect(readCamt(camtFile({ version, opening: '0', closing: '10', entries }))).toMatchObject([
      { pending: 2, lines: [{ cents: 1_000 }] },
    ]);
  });

  test('splits a batch only if its parts sum to the entry', () => {
    const parts = [
      { amount: '10.00', text: 'CQ-000001', name: 'A' },
      { amount: '20.00', text: 'CQ-000002', name: 'B', reference: 'OWN' },
    ];
    const whole = readCamt(camtFile({ version, entries: [{ amount: '30.00', reference: 'BATCH', parts }] }));
    expect(whole[0]?.lines).toMatchObject([
      { cents: 1_000, bankReference: 'BATCH/1', counterparty: 'A', text: 'CQ-000001' },
      { cents: 2_000, bankReference: 'OWN', counterparty: 'B', text: 'CQ-000002' },
    ]);
    const other = readCamt(camtFile({ version, entries: [{ amount: '30.01', reference: 'BATCH', parts }] }));
    expect(other[0]?.lines).toMatchObject([
      { cents: 3_001, bankReference: 'BATCH', counterparty: null, text: 'CQ-000001 · CQ-000002' },
    ]);
    const out = readCamt(camtFile({ version, entries: [{ amount: '30.00', out: true, reference: 'B', parts }] }));
    expect(out[0]?.lines.map(({ cents }) => cents)).toEqual([-1_000, -2_000]);
  });

  test('takes the direction of a reversal from the entry, whose balances prove it', () => {
    const entries = [
      { amount: '50.00', reference: 'A', name: 'Buyer' },
      { amount: '50.00', out: true, reversal: true, reference: 'B' },
    ];
    expect(readCamt(camtFile({ version, opening: '1.00', closing: '1.00', entries }))[0]?.lines).toMatchObject([
      { cents: 5_000, isReversal: false },
      { cents: -5_000, isReversal: true },
    ]);
  });
});

describe('amounts and texts', () => {
  test('finds what banks kept by the instructed amount', () => {
    expect(lineOf(camtFile({ entries: [{ amount: '85.00', instructed: '100.00' }] }))).toMatchObject({
      chargesCents: 1_500,
    });
  });

  test('keeps leading zeros of an account, and refuses nothing that banks pad', () => {
    const file = camtFile({ account: '000123456789', entries: [{ amount: '0000010.500', reference: '007' }] });
    expect(readCamt(file)).toMatchObject([
      { account: '000123456789', lines: [{ cents: 1_050, bankReference: '007' }] },
    ]);
  });

  test('ignores references that are none', () => {
    expect(lineOf(camtFile({ entries: [{ amount: '1', endToEnd: 'NOTPROVIDED' }] }))).toMatchObject({
      endToEndId: null,
      bankReference: null,
      text: '',
    });
  });

  test('cleans control and invisible characters, and cuts long texts', () => {
    const text = `CQ-\u200B000123 &#0;&#x1F697; ${'x'.repeat(3_000)}`;
    const line = lineOf(camtFile({ entries: [{ amount: '1', text }] }));
    expect(line?.text).toMatch(/^CQ- 000123 🚗 x+$/u);
    expect(line?.text).toHaveLength(1_000);
  });

  test('counts minor units by the currency', () => {
    expect(lineOf(camtFile({ currency: 'JPY', entries: [{ amount: '500' }] }))?.cents).toBe(500);
    expect(refusal(camtFile({ currency: 'JPY', entries: [{ amount: '500.5' }] }))).toContain(
      'decimals of the currency',
    );
  });

  test('reads several statements of a file, and prefixed elements', () => {
    const one = camtStatement('08', { number: '1', entries: [{ amount: '1' }] });
    const two = camtStatement('08', { number: '2', day: '2026-11-21', entries: [] });
    expect(readCamt(camtDocument('08', one + two.replace('<Ccy>', '<Ccy >'))).map(({ number }) => number)).toEqual([
      '1',
      '2',
    ]);
    const prefixed = camtDocument('08', one)
      .toString()
      .replace(/<(\/?)(?=[A-Z])/g, '<$1n:')
      .replace('xmlns=', 'xmlns:n=');
    expect(readCamt(Buffer.from(prefixed))).toMatchObject([{ number: '1', lines: [{ cents: 100 }] }]);
  });

  test('reads UTF-8 with a byte order mark, and GB18030 if the file says so', () => {
    const entries = [{ amount: '1', name: 'NAME' }];
    const file = camtFile({ entries }).toString();
    expect(lineOf(Buffer.from(`\uFEFF${file}`))?.counterparty).toBe('NAME');
    const chinese = Buffer.from(file.replace('UTF-8', 'GB18030').replace('NAME', '@@'), 'latin1').toString('latin1');
    const bytes = Buffer.from(chinese.replace('@@', '\xcd\xf5\xd0\xa1\xc3\xf7'), 'latin1');
    expect(lineOf(bytes)?.counterparty).toBe('王小明');
  });
});

describe('refuses with a sentence', () => {
  const bomb = '<!DOCTYPE lolz [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>';
  const external = '<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]>';
  test.each([
    ['an entity bomb', altered('<Document', `${bomb}<Document`), 'declares a document type'],
    ['an external entity', altered('<Document', `${external}<Document`), 'declares a document type'],
    ['a small doctype', altered('<Document', '<!doctype html><Document'), 'declares a document type'],
    [
      'a doctype in UTF-16',
      Buffer.from(`\uFEFF${altered('<Document', '<!DOCTYPE a><Document')}`, 'utf16le'),
      'declares',
    ],
    ['a file that is cut off', camtFile({ entries: [{ amount: '1' }] }).subarray(0, 700), 'not well-formed'],
    ['an element that is never closed', altered('</Stmt>', ''), 'not well-formed'],
    ['nesting without an end', altered('<Stmt>', `${'<a>'.repeat(60)}${'</a>'.repeat(60)}<Stmt>`), 'not well-formed'],
    ['no XML', Buffer.from('Date;Amount\n1;2'), 'well-formed'],
    ['a workbook', Buffer.from([0x50, 0x4b, 3, 4, 0, 0]), 'well-formed'],
    ['bytes that are not UTF-8', altered('M1', '\xff\xfe').fill(0xff, 200, 202), 'cannot be read'],
    ['an unknown encoding', altered('UTF-8', 'EBCDIC'), 'cannot be read'],
    ['camt.052', camtDocument('08', camtStatement('08', { entries: [] }), '052'), 'camt.052 report of the day'],
    ['camt.054', camtDocument('08', '', '054'), 'camt.054 notification'],
    ['another version', camtDocument('15', camtStatement('08', { entries: [] })), 'version 15'],
    ['the first version', camtDocument('01', camtStatement('02', { entries: [] })), 'version 01'],
    ['no statement', camtDocument('08', ''), 'no booked entries'],
    ['a wrong sum', camtFile({ opening: '1', closing: '3', entries: [{ amount: '1' }] }), 'do not add up'],
    ['an exponent', altered('10.00', '1e3'), 'R1 of 1e3'],
    ['half cents', altered('10.00', '10.005'), 'not a number with the decimals'],
    ['a sign', altered('10.00', '-10.00'), 'not a number'],
    ['nothing', altered('10.00', '0.00'), 'not a number'],
    ['another currency', altered(/Amt Ccy="USD"/, 'Amt Ccy="EUR"'), 'not that of the account'],
    ['no direction', altered('CRDT', 'NONE'), 'neither credit nor debit'],
    ['no day', altered(/<(BookgDt|ValDt)>.*<\/ValDt>/, ''), 'no day of booking'],
    ['a day that is none', altered(/<Dt>2026-11-20/g, '<Dt>2026-02-30'), 'no day of booking'],
    ['no account', altered(/<IBAN>.*<\/IBAN>/, ''), 'names no account'],
    ['__proto__ as an element', altered('<Stmt>', '<__proto__><a>1</a></__proto__><Stmt>'), 'not well-formed'],
  ])('%s', (_what, bytes, words) => {
    expect(refusal(bytes)).toContain(words);
    expect(({} as Record<string, unknown>).a).toBeUndefined();
  });
});

/** Returns the processor time of reading a file of `count` entries, in microseconds: the shortest of three. */
function timeOf(count: number): number {
  const entries = Array.from({ length: count }, (_, n) => ({
    amount: `${n + 1}.25`,
    reference: `R${n}`,
    name: 'Buyer',
    text: `CQ-${n}`,
  }));
  const file = camtFile({ entries });
  const times = [1, 2, 3].map(() => {
    const begun = process.threadCpuUsage();
    expect(readCamt(file)[0]?.lines).toHaveLength(count);
    return process.threadCpuUsage(begun).user;
  });
  return Math.min(...times);
}

test('the time to read a file grows with its entries, and not faster', () => {
  timeOf(300);
  expect(timeOf(1_200) / timeOf(300)).toBeLessThan(8);
});

test.each(['02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12', '13', '14'])(
  'reads version %s',
  (version) => {
    const entries = [{ amount: '12.50', name: 'Amina Otieno', charges: '1.00', reference: 'R1' }];
    const shape = Number(version) < 8 ? '02' : '08';
    expect(readCamt(camtDocument(version, camtStatement(shape, { entries })))).toMatchObject([
      { lines: [{ cents: 1_250, counterparty: 'Amina Otieno', chargesCents: 100 }] },
    ]);
  },
);

test('reads a file with changed pieces, or ends in one sentence', () => {
  const whole = camtFile({
    entries: [{ amount: '12.50', name: 'Amina Otieno', charges: '1.00', reference: 'R1' }],
  }).toString();
  const piece = fc.constantFrom(
    '<',
    '>',
    '</Ntry>',
    '<Ntry>',
    '&',
    '&#0;',
    '<!DOCTYPE a>',
    '-1',
    '1e9',
    '東',
    '\0',
    ' ',
    '<Amt Ccy="">',
  );
  const change = fc.record({
    at: fc.nat(whole.length),
    gone: fc.nat(40),
    put: fc.oneof(piece, fc.string({ maxLength: 6 })),
  });
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
      const text = changes.reduce((all, { at, gone, put }) => all.slice(0, at) + put + all.slice(at + gone), whole);
      try {
        for (const { lines } of readCamt(Buffer.from(text)))
          for (const { cents } of lines) expect(Number.isSafeInteger(cents)).toBe(true);
      } catch (error) {
        expect(error).toBeInstanceOf(AppError);
      }
    }),
    { numRuns: 500 },
  );
});
