import type { SeededRandom } from '@carquay/demo/inventory/seeded-random.ts';

const LONG = 20_000;

/** Texts that parsers, SQL, HTML, file systems and Unicode handling may stumble over. */
const TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202eabc',
  '\ufeff',
  'ﷺ'.repeat(50),
  'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A'.repeat(30),
  '👩‍👩‍👧‍👦'.repeat(40),
  'İı'.repeat(100),
  'x'.repeat(LONG),
  '比亚迪'.repeat(1_000),
  "' or 1=1 --",
  "'; drop table users; --",
  '1); delete from listings; --',
  '\\',
  '%',
  '%00',
  '%zz',
  '_%_%_%'.repeat(30),
  '(((((((((((((((((((((((((a',
  'a & | ! :* <-> b',
  "':*",
  '"unclosed',
  '../../etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  '/',
  '<script>alert(1)</script>',
  '{{7*7}}',
  '\r\nset-cookie: a=b',
  'null',
  'undefined',
  'true',
  '[object Object]',
  '__proto__',
  'constructor',
  'NaN',
  'Infinity',
  '1e309',
  '-1',
  '0',
  '0x10',
  '١٢٣',
  '1,5',
  '1.5',
  '9007199254740993',
  '9223372036854775808',
  '99999999999999999999999999',
  '2026-02-30',
  '0000-00-00',
  '-000001-01-01',
  '999999-12-31',
  '2026-13-01T99:99:99Z',
  'a@b',
  `${'a'.repeat(300)}@buyers.example`,
  'amina@xn--.example',
  '"a b"@buyers.example',
  'TR1',
];

const NUMBERS = [
  0, -0, -1, 1, 2, 0.1, 1.005, 1e-9, 2_147_483_647, 2_147_483_648, -2_147_483_649, 9_007_199_254_740_992, 9.3e18, 1e21,
  1e308, -1e308,
];

const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);

/** PostgreSQL refuses a null character in any text, so it is the likeliest cause of a server error. */
const textOf = (random: SeededRandom) => (random.chance(0.25) ? 'a\u0000b' : random.pick(TEXTS));

/** A value that no caller would send by mistake. */
export function hostileValue(random: SeededRandom): unknown {
  const kind = random.pick(['text', 'text', 'number', 'number', 'other'] as const);
  if (kind === 'text') return textOf(random);
  if (kind === 'number') return random.pick(NUMBERS);
  return random.pick([
    null,
    true,
    false,
    [],
    {},
    [null],
    ['a', 'b'],
    [1, [2, [3]]],
    { length: 3 },
    { $ne: null },
    { toString: 'x', valueOf: 1 },
    JSON.parse('{"__proto__": {"admin": true}}'),
    nested(500),
    Array.from({ length: 3_000 }, (_, index) => index),
  ]);
}

export const hostileText = (random: SeededRandom): string => {
  const value = random.chance(0.7) ? textOf(random) : random.pick(NUMBERS);
  return String(value);
};

/** Bodies that are not JSON, or not of the type they claim. */
export const BROKEN_BODIES: { body: string | Buffer; type: string | undefined }[] = [
  { body: '', type: 'application/json' },
  { body: '{', type: 'application/json' },
  { body: '{"a":1,}', type: 'application/json' },
  { body: "{'a': 1}", type: 'application/json' },
  { body: '\u0000', type: 'application/json' },
  { body: '"text"', type: 'application/json' },
  { body: '[]', type: 'application/json' },
  { body: 'null', type: 'application/json' },
  { body: '1e999', type: 'application/json' },
  { body: `${'['.repeat(20_000)}`, type: 'application/json' },
  { body: `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`, type: 'application/json' },
  { body: '{"__proto__":{"x":1}}', type: 'application/json' },
  { body: Buffer.from([0xff, 0xfe, 0x7b, 0x00]), type: 'application/json; charset=utf-16' },
  { body: Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]), type: 'application/json' },
  { body: 'x'.repeat(150_000), type: 'application/json' },
  { body: 'a=1&b[]=2', type: 'application/x-www-form-urlencoded' },
  { body: '<a/>', type: 'application/xml' },
  { body: 'text', type: 'text/plain' },
  { body: '{}', type: 'application/json; charset=\u00ff' },
  { body: '{}', type: 'a/b/c; d' },
  { body: '{}', type: undefined },
  { body: 'no parts', type: 'multipart/form-data' },
  { body: '--x\r\n\r\n', type: 'multipart/form-data; boundary=x' },
  { body: '--x--\r\n', type: 'multipart/form-data; boundary=x' },
  {
    body: '--x\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\n1\r\n--x--\r\n',
    type: 'multipart/form-data; boundary=x',
  },
  {
    body: '--x\r\ncontent-disposition: form-data; name="image"; filename="../../a.jpg"\r\ncontent-type: image/jpeg\r\n\r\nnot a picture\r\n--x--\r\n',
    type: 'multipart/form-data; boundary=x',
  },
];
