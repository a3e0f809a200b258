import fc from 'fast-check';
import { expect, test } from 'vitest';
import { namedRows } from './named-rows.ts';
import { SourceError } from './read-source.ts';

const NAMES = ['id', 'name', 'note'];
const nameOf = (header: string) => NAMES.find((name) => name === header);
const read = (text: string) =>
  namedRows(text, nameOf)?.rows.map(({ row, fields }) => [row, fields.id, fields.name]) ?? null;

test.each([
  ['commas', 'id,name\n1,A\n'],
  ['semicolons below a title', 'A list;\nid;name\n1;A\n'],
  ['tabs, with columns that nobody knows', 'Weight\tID\tName\n5\t1\tA\n'],
  ['protected cells', 'id,name\n"=""1""",\'A\n'.replace("'A", 'A')],
  ['a mark and capitals of full width', '\uFEFFＩＤ,ＮＡＭＥ\n1,A\n'],
])('reads a table with %s', (_what, text) => {
  expect(read(text)?.map((row) => row.slice(1))).toEqual([['1', 'A']]);
});

test('counts rows as spreadsheet programs do, and leaves out those without cells', () => {
  expect(read('sep=;\n\nid;name\n1;A\n;\n2;B\n')).toEqual([
    [4, '1', 'A'],
    [6, '2', 'B'],
  ]);
});

test('says which rows have fewer or more cells than the header', () => {
  const rows = namedRows('id,name,note\n1,A,x\n2,B\n3,C,y,z\n4,D,,\n', nameOf)?.rows;
  expect(rows?.map(({ isEven }) => isEven)).toEqual([true, false, false, true]);
});

test('returns null without a known column, and throws for a quotation mark without an end', () => {
  expect(read('a,b\n1,2\n')).toBeNull();
  expect(read('')).toBeNull();
  expect(() => read('id,name\n"1,A\n')).toThrow(SourceError);
});

test('ends with rows, null or one problem for any text', () => {
  const pieces = fc.constantFrom(
    'id',
    'name',
    ',',
    ';',
    '\t',
    '\n',
    '\r',
    '"',
    "'",
    '=',
    'sep=;',
    '\0',
    '\uFEFF',
    '東',
    ' ',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(pieces, fc.string({ maxLength: 5 })), { maxLength: 60 }), (parts) => {
      try {
        const found = namedRows(parts.join(''), nameOf);
        expect(found === null || found.rows.every(({ row }) => row > 0)).toBe(true);
      } catch (error) {
        expect(error).toBeInstanceOf(SourceError);
      }
    }),
    { numRuns: 500 },
  );
});
