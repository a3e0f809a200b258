import { expect, test } from 'vitest';
import { UNION_MEMBERS } from '../../model/ports.ts';
import { prepareCountry } from '../../model/prepare-country.ts';
import { BOOK_LISTS, checkBook, parseRows, type RuleBook } from '../../model/rows/rule-book.ts';
import { DECIDING_GATES } from '../../model/rows/rule-rows.ts';
import { readSeed, readSeedRecords, rowsOfSeed } from './seed.ts';

const records = await readSeedRecords();
const book = await readSeed();

test('every row of the seed parses, and rows fit together', () => {
  for (const list of BOOK_LISTS) {
    expect(parseRows(list, records[list]).problems, list).toEqual([]);
    // Sailings change every week, so none is shipped.
    if (list !== 'sailings') expect(book[list].length, list).toBeGreaterThan(2);
  }
  expect(checkBook(book)).toEqual([]);
});

test('every source is cited', () => {
  const cited = new Set(
    [
      ...book.rules,
      ...book.charges,
      ...book.tables,
      ...book.baseUnits,
      ...book.freight,
      ...book.insurance,
      ...book.references,
      ...book.doorCosts,
    ].flatMap((row) => [...row.sources, ...('against' in row ? row.against : [])]),
  );
  expect(book.sources.filter(({ id }) => !cited.has(id)).map(({ id }) => id)).toEqual([]);
});

test('at least 45 countries have their own rule', () => {
  const countries = new Set(book.rules.map(({ country }) => country));
  expect(countries.size).toBeGreaterThan(75);
  expect(book.countries.length).toBe(90);
});

test('every member of the European Union has its own rules or the rules of the union', () => {
  const unions = UNION_MEMBERS.map((country) => prepareCountry(book, country, '2026-11-28')?.rowsOf);
  expect(unions.length).toBe(27);
  expect(new Set(unions)).toEqual(new Set(['EU', 'IE', 'CY']));
});

test('the five countries that were filled first have all three deciding gates', () => {
  for (const country of ['GH', 'NG', 'CI', 'GE', 'TZ'])
    for (const gate of DECIDING_GATES)
      expect(
        book.rules.some((rule) => rule.country === country && rule.gate === gate && rule.to === null),
        `${country} ${gate}`,
      ).toBe(true);
});

const broken: [string, (changed: RuleBook) => void, string][] = [
  ['an unknown source', ({ rules }) => rules[0]!.sources.push('NOBODY'), 'sources'],
  ['no source', ({ charges }) => charges[0]!.sources.splice(0), 'sources'],
  ['an unknown condition', ({ rules }) => Object.assign(rules[0]!, { test: 'color=red' }), 'test'],
  ['an unknown table', ({ charges }) => Object.assign(charges[0]!, { likely: { table: 'NONE' } }), 'likely'],
  ['a base that is not computed yet', ({ charges }) => Object.assign(charges[0]!, { base: ['later'] }), 'base'],
  ['an overlapping row', ({ charges }) => charges.push({ ...charges.at(-1)!, id: 'copy' }), 'from'],
  ['an id used twice', ({ rules }) => rules.push({ ...rules[0]!, gate: 'papers', test: '', fail: null }), 'id'],
  [
    'a row that ends before it begins',
    ({ rules }) => Object.assign(rules[0]!, { from: '2026-01-02', to: '2026-01-01' }),
    'to',
  ],
];

test.each(broken)('finds %s', (_, breakIt, field) => {
  const changed = structuredClone(book);
  breakIt(changed);
  expect(checkBook(changed).map((problem) => problem.field)).toContain(field);
});

test('reads and checks the files in less than a second of CPU time', async () => {
  const before = process.cpuUsage();
  await readSeed();
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(1_000);
});

test('a country that another row corrects is read once, and both rows are published', () => {
  expect(book.countries.filter(({ country }) => country === 'GB')).toMatchObject([{ total: 'range' }]);
  const shipped = rowsOfSeed(records).filter(({ list, record }) => list === 'countries' && record.country === 'GB');
  expect(shipped.map(({ id, record }) => [id, record.supersedes])).toEqual([
    ['GB', undefined],
    ['GB.2', 'GB'],
  ]);
});
