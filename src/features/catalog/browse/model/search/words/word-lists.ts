import { arabic } from './arabic.ts';
import { chinese } from './chinese.ts';
import { english } from './english.ts';
import { greek } from './greek.ts';
import { hindi } from './hindi.ts';
import { japanese } from './japanese.ts';
import { korean } from './korean.ts';
import { russian } from './russian.ts';
import { thai } from './thai.ts';
import type { WordList } from './word-list.ts';

/** The languages that search understands. Another language is another file and its name here. */
export const WORD_LISTS: readonly WordList[] = [
  english,
  chinese,
  arabic,
  russian,
  hindi,
  japanese,
  korean,
  greek,
  thai,
];

export const wordsOf = (words: string | undefined): string[] =>
  words === undefined ? [] : words.split(',').map((word) => word.trim());

type Named = { name: string; aliases: readonly string[] };

/** Adds to the aliases of makes and models their names in the word lists, for reading what sellers write. */
export function spokenNames<Make extends Named & { id: number }, Model extends Named & { makeId: number }>(
  makes: readonly Make[],
  models: readonly Model[],
): { makes: Make[]; models: Model[] } {
  const nameOf = new Map(makes.map(({ id, name }) => [id, name]));
  const of = (names: (list: WordList) => string | undefined) => WORD_LISTS.flatMap((list) => wordsOf(names(list)));
  return {
    makes: makes.map((make) => ({ ...make, aliases: [...make.aliases, ...of((list) => list.makes?.[make.name])] })),
    models: models.map((model) => {
      const spoken = of((list) => list.models?.[nameOf.get(model.makeId) ?? '']?.[model.name]);
      return { ...model, aliases: [...model.aliases, ...spoken] };
    }),
  };
}
