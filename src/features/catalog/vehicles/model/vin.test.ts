import { expect, test } from 'vitest';
import { parseVin } from './vin.ts';

const VIN = 'LGXCE6CB0R0123456';

test.each([
  ['as it is', VIN],
  ['lower case', 'lgxce6cb0r0123456'],
  ['spaces around and inside, a line break', ' LGXCE6CB 0R0123456\r\n'],
  ['non-breaking and ideographic spaces', 'LGXCE6CB\u00a00R0\u3000123456'],
  ['dashes of several kinds', 'LGX-CE6CB0\u2013R0\u2212123456'],
  ['stars, as on German papers', `*${VIN}*`],
  ['full-width signs', 'ＬＧＸＣＥ６ＣＢ０Ｒ０１２３４５６'],
  ['Arabic-Indic digits', 'LGXCE٦CB٠R٠١٢٣٤٥٦'],
  ['Persian digits', 'LGXCE۶CB۰R۰۱۲۳۴۵۶'],
  ['Devanagari digits', 'LGXCE६CB०R०१२३४५६'],
  ['Cyrillic capitals', 'LGX\u0421\u04156\u0421\u04120R0123456'],
  ['Cyrillic small letters', 'LGX\u0441\u04356CB0R0123456'],
  ['Greek capitals', 'LG\u03a7C\u03956C\u03920R0123456'],
  ['zero-width and direction characters', 'LGXCE6CB\u200b0R\u200e0123\u2060456'],
  ['a byte order mark', `\ufeff${VIN}`],
  ['control characters', `\u0000${VIN}\u0007`],
])('accepts %s', (_, typed) => {
  expect(parseVin(typed)).toEqual({ vin: VIN });
});

test.each([
  ['LGXCE6CBOR0123456', VIN],
  ['LGXCE6CBORO123456', VIN],
  ['lgxce6cbqr0i23456', VIN],
  ['LGXCE6CB\u041eR0123456', VIN],
  ['LGXCE6CB0R0\u0406\u039f3456', 'LGXCE6CB0R0103456'],
])('rejects %s and suggests a correction', (typed, suggestion) => {
  expect(parseVin(typed)).toEqual({ problem: 'sell.vin.letters', suggestion });
});

test.each([
  ['', 'length'],
  ['N/A', 'characters'],
  ['TBA', 'length'],
  ['LGXCE6CB0R012345', 'length'],
  ['LGXCE6CB0R01234567', 'length'],
  ['LGXCE6CBOR012345', 'length'],
  ['LGXCE6CB0R012345ß', 'characters'],
  ['LGXCE6CB0R012345號', 'characters'],
  ['LGXCE6CB0R01234\ud800', 'characters'],
  ['AAAAAAA:AAAAAAAAA', 'characters'],
  ["' OR '1'='1' --", 'characters'],
  ['<script>alert(1)</script>', 'characters'],
  ['NZE121-1234567', 'frameNumber'],
  ['ncp91-1234567', 'frameNumber'],
  ['ＺＶＷ３０－５１２３４５６', 'frameNumber'],
  ['NHP10 6012345', 'frameNumber'],
  ['JZX100 - 0123456', 'frameNumber'],
  ['00000000000000000', 'placeholder'],
  ['XXXXXXXXXXXXXXXXX', 'placeholder'],
])('rejects %j: %s', (typed, problem) => {
  expect(parseVin(typed)).toEqual({ problem: `sell.vin.${problem}` });
});
