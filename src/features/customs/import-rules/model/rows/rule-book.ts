import type { z } from 'zod';
import { type Charge, chargeRow } from './charge-row.ts';
import { type BaseUnit, baseUnitRow, type CountryRow, countryRow } from './country-row.ts';
import { type Freight, freightRow, type Insurance, insuranceRow } from './freight-row.ts';
import { type Rule, ruleRow } from './rule-row.ts';
import { type Source, sourceRow } from './source-row.ts';
import { type TableStep, tableRow } from './table-row.ts';

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
} as const satisfies { [List in keyof RuleBook]: { file: string; row: z.ZodType<RuleBook[List][number]> } };
export type BookList = keyof typeof BOOK_FILES;
export const BOOK_LISTS = Object.keys(BOOK_FILES) as BookList[];

export type RowProblem = { list: BookList; row: number; id: string; field: string; problem: string };

/** Parses rows as they stand in a CSV file or table. Rows with a problem are left out. `row` counts from 1. */
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
