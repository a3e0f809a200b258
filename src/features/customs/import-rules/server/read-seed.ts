import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { ConfigError } from '#lib/config-error.ts';
import { projectFile } from '#lib/server/project-root.ts';
import { checkBook } from '../model/rows/check-book.ts';
import { BOOK_FILES, BOOK_LISTS, type BookList, parseRows, type RuleBook } from '../model/rows/rule-book.ts';

export type SeedRecords = { [List in BookList]: Record<string, string>[] };

/** Reads the CSV files that the project ships, as text. */
export async function readSeedRecords(folder = projectFile('content/import-rules')): Promise<SeedRecords> {
  const lists = await Promise.all(
    BOOK_LISTS.map(async (list) => {
      const { file } = BOOK_FILES[list];
      const text = await readFile(join(folder, file), 'utf8');
      return [list, recordsOf(file, text)] as const;
    }),
  );
  return Object.fromEntries(lists) as SeedRecords;
}

function recordsOf(file: string, text: string): Record<string, string>[] {
  try {
    return parse(text, { columns: true, bom: true });
  } catch (error) {
    throw new ConfigError(`content/import-rules/${file} is no CSV file: ${(error as Error).message}.`);
  }
}

/** Reads and checks the rows that the project ships. Throws ConfigError naming the first invalid row. */
export async function readSeed(folder?: string): Promise<RuleBook> {
  return bookOfSeed(await readSeedRecords(folder));
}

/** Parses rows and checks how they fit together. Throws ConfigError naming the first invalid row. */
export function bookOfSeed(records: SeedRecords): RuleBook {
  const parsed = BOOK_LISTS.map((list) => ({ list, ...parseRows(list, records[list]) }));
  const book = Object.fromEntries(parsed.map(({ list, rows }) => [list, rows])) as RuleBook;
  const [first] = [...parsed.flatMap(({ problems }) => problems), ...checkBook(book)];
  if (first)
    throw new ConfigError(
      `content/import-rules/${BOOK_FILES[first.list].file}: ${first.id} has an invalid '${first.field}': ${first.problem.replace(/\.$/, '')}.`,
    );
  return book;
}
