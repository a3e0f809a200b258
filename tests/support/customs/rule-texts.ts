import { textOfRow } from '#features/customs/import-rules/model/change-text.ts';
import { titleOf } from '#features/customs/import-rules/model/rows/rule-list.ts';
import { readSeedRecords, rowsOfSeed } from '#features/customs/import-rules/server/book/seed.ts';

/** Columns of the shipped import rules that pages show unchanged. */
const SHOWN = ['id', 'sentence', 'name', 'note', 'title', 'publisher', 'published'];
const MIN_LENGTH = 3;

const rows = rowsOfSeed(await readSeedRecords());
const cells = rows.flatMap(({ record }) => SHOWN.flatMap((column) => record[column] ?? []));
/** Exchange rates have an id without a column for it, and the back office shows their currency and amount. */
const ids = rows.map(({ id }) => id);
const rates = rows.flatMap(({ list, record }) => (list === 'rates' ? titleOf(list, record) : []));
const charges = rows.flatMap(({ list, record }) => (list === 'charges' ? textOfRow(list, record) : []));
const texts = [...new Set([...cells, ...ids, ...rates, ...charges])]
  .filter(({ length }) => length >= MIN_LENGTH)
  .sort((one, other) => other.length - one.length)
  .map((text) => text.replace(/\s+/g, ' ').replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
/** Matches a year or abbreviation only outside longer numbers and codes. */
const ANY = new RegExp(`(?<!\\w)(?:${texts.join('|')})(?!\\w)`, 'g');
/** Every page has the texts of its header and footer. */
const known = new Map<string, string>();

/** Removes the texts of import rules, which have one language. */
export function withoutRuleTexts(text: string): string {
  const left = known.get(text) ?? text.replace(/\s+/g, ' ').replace(ANY, '');
  known.set(text, left);
  return left;
}
