import type { z } from 'zod';
import { parseCondition, parseNumberTerm } from '#features/customs/import-rules/model/conditions/condition.ts';
import { UNION, UNION_MEMBERS } from '../ports.ts';
import { type ReferenceRow, referenceRow } from '../references/reference-row.ts';
import { type Charge, chargeRow, needsNewPrice, type Rate, type TableStep, tableRow } from './charge-row.ts';
import { type DoorRow, doorRow } from './door-row.ts';
import {
  type BaseUnit,
  baseUnitRow,
  type CountryRow,
  countryRow,
  DECIDING_GATES,
  type Freight,
  freightRow,
  type Insurance,
  insuranceRow,
  type Rule,
  ruleRow,
  type Sailing,
  type Source,
  sailingRow,
  sourceRow,
} from './rule-rows.ts';

/** All published rows. */
export type RuleBook = {
  countries: CountryRow[];
  sources: Source[];
  rules: Rule[];
  charges: Charge[];
  tables: TableStep[];
  baseUnits: BaseUnit[];
  freight: Freight[];
  insurance: Insurance[];
  references: ReferenceRow[];
  sailings: Sailing[];
  doorCosts: DoorRow[];
};

/** The CSV file of each list, and the schema of its rows. The first line of a file has the names of the schema. */
export const BOOK_FILES = {
  countries: { file: 'countries.csv', row: countryRow },
  sources: { file: 'sources.csv', row: sourceRow },
  rules: { file: 'rules.csv', row: ruleRow },
  charges: { file: 'charges.csv', row: chargeRow },
  tables: { file: 'tables.csv', row: tableRow },
  baseUnits: { file: 'base-units.csv', row: baseUnitRow },
  freight: { file: 'freight.csv', row: freightRow },
  insurance: { file: 'insurance.csv', row: insuranceRow },
  references: { file: 'reference-prices.csv', row: referenceRow },
  sailings: { file: 'sailings.csv', row: sailingRow },
  doorCosts: { file: 'door-costs.csv', row: doorRow },
} as const satisfies { [List in keyof RuleBook]: { file: string; row: z.ZodType<RuleBook[List][number]> } };
export type BookList = keyof typeof BOOK_FILES;
export const BOOK_LISTS = Object.keys(BOOK_FILES) as BookList[];
const SOURCED_LISTS = BOOK_LISTS.filter((list) => list !== 'countries' && list !== 'sources');

export type RowProblem = { list: BookList; row: number; id: string; field: string; problem: string };

/** Parses rows of a CSV file or table. Omits rows with a problem. `row` counts from 1. */
export function parseRows<List extends BookList>(
  list: List,
  records: readonly Record<string, string>[],
): { rows: RuleBook[List]; problems: RowProblem[] } {
  const schema: z.ZodType<RuleBook[List][number]> = BOOK_FILES[list].row as never;
  const rows: RuleBook[List][number][] = [];
  const problems: RowProblem[] = [];
  records.forEach((record, index) => {
    const parsed = schema.safeParse(record);
    if (parsed.success) rows.push(parsed.data);
    else
      for (const issue of parsed.error.issues) {
        const id = record.id ?? record.country ?? '';
        problems.push({ list, row: index + 1, id, field: issue.path.join('.'), problem: issue.message });
      }
  });
  return { rows: rows as RuleBook[List], problems };
}

const VALUES = new Set(['CIF', 'FOB', 'NEW', 'CV', 'INLAND']);

/** Returns the contradictions between rows that are valid individually. */
export function checkBook(book: RuleBook): RowProblem[] {
  const problems: RowProblem[] = [];
  const report = (list: BookList, id: string, field: string, problem: string) =>
    problems.push({ list, row: book[list].findIndex((row) => 'id' in row && row.id === id) + 1, id, field, problem });
  const sources = new Set(book.sources.map(({ id }) => id));
  const countries = new Set([...book.countries.map(({ country }) => country), 'CN']);
  for (const list of SOURCED_LISTS) {
    const ids = new Set<string>();
    for (const row of book[list]) {
      if (ids.has(row.id)) report(list, row.id, 'id', 'the id is used twice');
      ids.add(row.id);
      if (row.sources.length === 0) report(list, row.id, 'sources', 'a source is missing');
      for (const source of row.sources)
        if (!sources.has(source)) report(list, row.id, 'sources', `source '${source}' is not known`);
      if (row.from !== null && row.to !== null && row.from > row.to)
        report(list, row.id, 'to', 'it ends before it begins');
      const isMember = list === 'charges' && 'country' in row && UNION_MEMBERS.includes(row.country);
      if ('country' in row && !countries.has(row.country) && !isMember)
        report(list, row.id, 'country', 'the country is not known');
    }
  }
  for (const rule of book.rules) {
    for (const field of ['scope', 'test'] as const)
      checkCondition(rule[field], (text) => report('rules', rule.id, field, text));
    if ((rule.test === '') !== (rule.fail === null))
      report('rules', rule.id, 'fail', 'a test needs an outcome for both');
    for (const source of rule.against)
      if (!sources.has(source)) report('rules', rule.id, 'against', `source '${source}' is not known`);
  }
  for (const step of book.tables)
    if (!parseNumberTerm(step.axis)) report('tables', step.id, 'axis', `'${step.axis}' is not known`);
  for (const charge of book.charges)
    checkCharge(charge, book, (field, text) => report('charges', charge.id, field, text));
  // A rough row counts while the price as new is unknown.
  const keyOf = (row: Charge) => `${row.country} ${row.code} ${row.scope} ${row.reading} ${needsNewPrice(row)}`;
  for (const [one, other] of overlaps(book.charges, keyOf))
    report('charges', other.id, 'from', `it overlaps ${one.id}`);
  for (const [one, other] of overlaps(book.references, (row) => `${row.country} ${row.make}`))
    report('references', other.id, 'from', `it overlaps ${one.id}`);
  for (const [one, other] of overlaps(
    book.rules.filter(isExclusive),
    (row) => `${row.country} ${row.gate} ${row.scope} ${row.test}`,
  ))
    report('rules', other.id, 'from', `it overlaps ${one.id}`);
  return problems;
}

/** A country may require several papers, but has one age limit. */
const isExclusive = ({ gate, test }: Rule) => test !== '' || (DECIDING_GATES as readonly string[]).includes(gate);

function checkCondition(text: string, report: (problem: string) => void): void {
  try {
    parseCondition(text);
  } catch (error) {
    report((error as Error).message);
  }
}

/** A member without its own rules computes its own charges on those of the union. */
const unionOf = ({ country }: Charge, { countries }: RuleBook) =>
  UNION_MEMBERS.includes(country) && !countries.some((known) => known.country === country) ? UNION : null;

function checkCharge(charge: Charge, book: RuleBook, report: (field: string, problem: string) => void): void {
  checkCondition(charge.scope, (problem) => report('scope', problem));
  const own = book.charges.filter(
    ({ country, reading }) =>
      (country === charge.country || country === unionOf(charge, book)) && reading === charge.reading,
  );
  for (const part of charge.base) {
    const earlier = own.some(({ code, order }) => code === part && order < charge.order);
    if (!VALUES.has(part) && !earlier) report('base', `'${part}' is not computed before`);
  }
  const rates: [string, Rate | null][] = [
    ['low', charge.low],
    ['likely', charge.likely],
    ['high', charge.high],
    ['minimum', charge.minimum],
  ];
  for (const [field, rate] of rates) {
    if (rate === null || typeof rate === 'number') continue;
    if (!book.tables.some(({ table, country }) => table === rate.table && country === charge.country))
      report(field, `table '${rate.table}' is not known`);
  }
}

type Period = { id: string; from: string | null; to: string | null; supersedes: string | null };

function overlaps<Row extends Period>(rows: readonly Row[], keyOf: (row: Row) => string): [Row, Row][] {
  const superseded = new Set(rows.flatMap(({ supersedes }) => supersedes ?? []));
  const groups = Map.groupBy(
    rows.filter(({ id }) => !superseded.has(id)),
    keyOf,
  );
  return [...groups.values()].flatMap((group) =>
    group.flatMap((one, index) =>
      group
        .slice(index + 1)
        .filter((other) => (one.from ?? '') <= (other.to ?? '9999') && (other.from ?? '') <= (one.to ?? '9999'))
        .map((other): [Row, Row] => [one, other]),
    ),
  );
}
