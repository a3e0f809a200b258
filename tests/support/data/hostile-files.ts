import { utils, write } from '@e965/xlsx';
import { zip } from './zip-files.ts';

/** A ZIP whose headers claim 10 bytes for every entry. */
const lyingZip = (entries: Parameters<typeof zip>[0]) => zip(entries, 10);

const book = (type: 'xlsx' | 'biff8' | 'ods') => {
  const all = utils.book_new();
  utils.book_append_sheet(
    all,
    utils.aoa_to_sheet([
      ['Day', 'Amount'],
      ['2026-11-02', 5],
      ['=1+1', '@SUM(A1)'],
    ]),
    'A',
  );
  return write(all, { type: 'buffer', bookType: type, compression: true }) as Buffer;
};
const TEXT = Buffer.from('Date,Text,Amount\n02/11/2026,"a, b",5.00\n03/11/2026,c,-6.00\n');
const workbooks = { xlsx: book('xlsx'), xls: book('biff8'), ods: book('ods') };

/** Numbers without a pattern, the same in each run. */
function* numbers(seed: number): Generator<number> {
  let state = seed;
  for (;;) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield state;
  }
}

function changed(bytes: Buffer, seed: number): Buffer {
  const copy = Buffer.from(bytes);
  const next = numbers(seed);
  for (let n = 0; n < 20; n++) copy[Number(next.next().value) % copy.length] = Number(next.next().value) % 256;
  return copy;
}

/** Files that no reader of tables should trust, with what is wrong about each: more than 200. */
export function* hostileFiles(): Generator<[string, Buffer]> {
  for (const [name, bytes] of Object.entries({ ...workbooks, csv: TEXT })) {
    for (let part = 1; part < 20; part++)
      yield [`${name} cut after ${part} of 20`, bytes.subarray(0, (bytes.length * part) / 20)];
    for (let seed = 1; seed <= 22; seed++) yield [`${name} with changed bytes ${seed}`, changed(bytes, seed)];
  }
  const spaces = Buffer.alloc(40 * 1024 * 1024, 0x20);
  for (const name of ['xl/workbook.xml', 'xl/sharedStrings.xml', 'xl/worksheets/sheet1.xml', 'content.xml']) {
    yield [
      `a bomb in ${name}`,
      lyingZip([
        { name: 'xl/workbook.xml', content: Buffer.from('<a/>') },
        { name, content: spaces },
      ]),
    ];
    const doctype = Buffer.from('<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;">]><a>&c;</a>');
    yield [
      `entities in ${name}`,
      lyingZip([
        { name: 'xl/workbook.xml', content: doctype },
        { name, content: doctype },
      ]),
    ];
  }
  let nested = lyingZip([{ name: 'a.csv', content: TEXT }]);
  for (let depth = 1; depth <= 10; depth++) {
    nested = lyingZip([{ name: 'a.zip', content: nested }]);
    yield [`archives nested ${depth} deep`, nested];
  }
  yield [
    '3,000 entries',
    lyingZip(
      Array.from({ length: 3_000 }, (_, at) => ({ name: `xl/worksheets/${at}.xml`, content: Buffer.from('<a/>') })),
    ),
  ];
  for (const width of [201, 1_000, 10_000]) yield [`${width} columns`, Buffer.from(`a${',b'.repeat(width)}\n`)];
  yield ['only separators', Buffer.alloc(7_000_000, ',')];
  yield ['only line ends', Buffer.alloc(200_000, '\n')];
  yield ['only quotation marks', Buffer.alloc(100_001, '"')];
  yield ['a cell of 200,000 signs', Buffer.from(`a,b\n1,${'x'.repeat(200_000)}\n`)];
  yield ['21 MB', Buffer.alloc(21 * 1024 * 1024, 'a,b\n')];
  for (const [name, text] of [
    ['a web page', '<!DOCTYPE html><html>'],
    ['a web page with a comment first', '<!-- x --><html>'],
    ['a PDF', '%PDF-1.4'],
    ['a binary workbook', 'PK\x03\x04..xl/workbook.bin'],
    ['a script', '#!/bin/sh\n\0\0'],
    ['rich text', '{\\rtf1 x}'],
    ['gzip', '\x1f\x8b\x08'],
    ['a picture', '\x89PNG\r\n'],
    ['RAR', 'Rar!\x1a'],
    ['7z', '7z\xbc\xaf'],
    ['XML of another kind', '<?xml version="1.0"?><a/>'],
  ] as const) {
    yield [name, Buffer.from(text, 'latin1')];
  }
  yield ['NUL bytes', Buffer.from('a,b\n\0\0,1\n')];
  yield ['broken UTF-16', Buffer.from([0xff, 0xfe, 0x00, 0xd8])];
  yield ['a workbook in the name of another', Buffer.concat([TEXT, workbooks.xlsx])];
  yield ['text after a workbook', Buffer.concat([workbooks.xlsx, TEXT])];
}
