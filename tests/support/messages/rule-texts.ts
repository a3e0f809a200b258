import { readSeedRecords } from '#features/import-rules/server/read-seed.ts';

/** Columns of the shipped import rules that pages show as they are. */
const SHOWN = ['id', 'sentence', 'name', 'note', 'title', 'publisher', 'published'];
const MIN_LENGTH = 3;

const cells = Object.values(await readSeedRecords()).flatMap((records) =>
  records.flatMap((record) => SHOWN.flatMap((column) => record[column] ?? [])),
);
const texts = [...new Set(cells)]
  .filter(({ length }) => length >= MIN_LENGTH)
  .sort((one, other) => other.length - one.length)
  // A year is no part of a longer number, such as that of a transaction.
  .map((text) => (/^\d+$/.test(text) ? new RegExp(`(?<!\\w)${text}(?!\\w)`, 'g') : text));

/** Removes the texts of import rules, which have one language. */
export function withoutRuleTexts(text: string): string {
  return texts.reduce<string>((left, cell) => left.replaceAll(cell, ''), text.replace(/\s+/g, ' '));
}
