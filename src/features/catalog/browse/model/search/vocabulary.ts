import type { FlagFilter } from '#features/catalog/listings/model/criteria/listing-criteria.ts';
import { simplified } from '#features/catalog/vehicles/model/simplified.ts';
import { type PlaceFilter, placeWords } from './places/place-words.ts';
import { buildSounds, type SoundIndex } from './sounds/sound-index.ts';
import type { FilterByWord } from './words/word-list.ts';
import { WORD_LISTS, wordsOf } from './words/word-lists.ts';

/** Returns the set of letters of a word, hashed to 32 bits. */
export function letterBits(word: string): number {
  let bits = 0;
  for (let index = 0; index < word.length; index++) bits |= 1 << (word.charCodeAt(index) & 31);
  return bits;
}

/** Whether two words may be within `limit` typos, by their letters: a typo adds one letter and removes one at most. */
export function mayBeClose(one: number, other: number, limit: number): boolean {
  let different = one ^ other;
  for (let left = 2 * limit; left > 0 && different !== 0; left--) different &= different - 1;
  return different === 0;
}

/** Returns how many typos a word of this length may contain. */
export function typosAllowed(length: number): number {
  if (length < 3) return 0;
  return length < 6 ? 1 : 2;
}

/**
 * Normalizes a word of a search for comparison, as `nameKey` does for names, and tolerates how scripts are typed: Arabic
 * letters that look alike are one, Han characters are simplified, and Hindi vowel signs count, because they distinguish
 * words.
 */
export function wordKey(word: string): string {
  return simplified(word)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[[\p{Mark}&&[\p{Script=Inherited}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Cyrillic}]]\u093C]+/gv, '')
    .replace(/ة/g, 'ه')
    .replace(/[ىی]/g, 'ي')
    .replace(/ک/g, 'ك')
    .replace(/ς/g, 'σ')
    .replace(/[^\p{Letter}\p{Number}\p{Mark}]+|ـ/gu, '')
    .normalize('NFC');
}

/** What a word means. `name` is how it is written. */
export type Meaning =
  | { kind: 'make'; makeId: number; name: string }
  | { kind: 'model'; modelId: number; makeId: number; name: string }
  | { kind: 'filter'; filter: FilterByWord | PlaceFilter; values: readonly (string | number)[]; name: string }
  | { kind: 'flag'; flag: FlagFilter; name: string }
  | { kind: 'filler' | 'or' | 'not'; name: string };

/**
 * The words that search understands. `meanings`: by key (see wordKey). `vehicleKeys` and `filterKeys`: sorted, for
 * prefixes. `typoKeys`: those that a word with typos may mean. `longestKey`: in UTF-16 units. `sounds`: names of vehicles, for words in
 * other scripts. `shortFilterKeys`: those of `filterKeys` that a few letters may begin.
 */
export type Vocabulary = {
  meanings: Map<string, Meaning[]>;
  vehicleKeys: string[];
  filterKeys: string[];
  shortFilterKeys: string[];
  typoKeys: TypoKey[];
  longestKey: number;
  sounds: SoundIndex;
};

/** `bits`: its letters, see `letterBits`. `typos`: how many it may be away. */
type TypoKey = { key: string; bits: number; typos: number };

type Named = { id: number; name: string; aliases: string[] };
type NamedModel = Named & { makeId: number };

/** Shorter words of filters are not the correction of another word. */
const MIN_TYPO_FILTER = 4;
/** Cities of China differ by few letters. */
const MIN_TYPO_PLACE = 6;
const MAX_TYPO_PLACE = 1;
const MIN_TYPO_NAME = 3;

/** Words that every vocabulary has. */
let fixedWords: { filters: ReturnType<typeof filterWords>; places: ReturnType<typeof placeWords> } | undefined;

/** Collects the names of makes and models and the words of all languages. Names that belong to no make are left out. */
export function buildVocabulary(makes: Named[], models: NamedModel[]): Vocabulary {
  const meanings = new Map<string, Meaning[]>();
  const vehicleKeys = new Set<string>();
  const filterKeys = new Set<string>();
  const correctableKeys = new Set<string>();
  const put = (word: string, meaning: Meaning): string => {
    const key = wordKey(word);
    if (key === '') return key;
    const known = meanings.get(key);
    if (known) known.push(meaning);
    else meanings.set(key, [meaning]);
    return key;
  };
  const putVehicle = (words: string[], meaning: Meaning) => {
    const keys = new Map(words.map((word) => [wordKey(word), word]));
    for (const word of keys.values()) vehicleKeys.add(put(word, meaning));
  };
  for (const make of makes) putVehicle([make.name, ...make.aliases], makeMeaning(make));
  for (const model of models) putVehicle([model.name, ...model.aliases], modelMeaning(model));
  const inCatalog = new Set(meanings.keys());
  const isNew = (word: string) => !inCatalog.has(wordKey(word));
  for (const { words, vehicle } of foreignNames(makes, models)) putVehicle(words.filter(isNew), vehicle);
  vehicleKeys.delete('');
  fixedWords ??= { filters: filterWords(), places: placeWords() };
  const fixed = fixedWords;
  const shortKeys = new Set<string>();
  for (const { word, meaning, isLatin } of fixed.filters) {
    if (meaning.kind === 'not' && !isNew(word)) continue;
    const key = put(word, meaning);
    if (meaning.kind !== 'filter' && meaning.kind !== 'flag') continue;
    filterKeys.add(key);
    if (!isLatin) shortKeys.add(key);
    // Standards differ by one character only, so a typo could be any of them: 'euro' is the currency.
    if (meaning.kind === 'flag' || meaning.filter !== 'emission') correctableKeys.add(key);
  }
  const sortedKeys = [...vehicleKeys].sort();
  const typoKeys = [...sortedKeys, ...[...correctableKeys].filter((key) => key.length >= MIN_TYPO_FILTER)]
    .filter((key) => key.length >= MIN_TYPO_NAME && !/^\d+$/.test(key))
    .map((key) => ({ key, bits: letterBits(key), typos: typosAllowed(key.length) }));
  for (const { word, filter, value } of fixed.places) {
    if (!isNew(word)) continue;
    const key = put(word, { kind: 'filter', filter, values: [value], name: word });
    filterKeys.add(key);
    if (!/^\p{Script=Latin}/u.test(key)) shortKeys.add(key);
    if (key.length >= MIN_TYPO_PLACE) typoKeys.push({ key, bits: letterBits(key), typos: MAX_TYPO_PLACE });
  }
  const longestKey = Math.max(0, ...Array.from(meanings.keys(), (key) => key.length));
  return {
    meanings,
    vehicleKeys: sortedKeys,
    filterKeys: [...filterKeys].sort(),
    shortFilterKeys: [...shortKeys].sort(),
    typoKeys,
    longestKey,
    sounds: buildSounds(sortedKeys),
  };
}

const makeMeaning = ({ id, name }: Named): Meaning => ({ kind: 'make', makeId: id, name });
const modelMeaning = ({ id, makeId, name }: NamedModel): Meaning => ({ kind: 'model', modelId: id, makeId, name });

/** Returns the names of makes and models in the word lists, as far as the catalog has these makes and models. */
function foreignNames(makes: Named[], models: NamedModel[]): { words: string[]; vehicle: Meaning }[] {
  const makeByKey = new Map(makes.map((make) => [wordKey(make.name), make]));
  const modelKey = (makeId: number, name: string) => `${makeId} ${wordKey(name)}`;
  const modelByKey = new Map(models.map((model) => [modelKey(model.makeId, model.name), model]));
  return WORD_LISTS.flatMap((list) => {
    const ofMakes = Object.entries(list.makes ?? {}).flatMap(([name, words]) => {
      const make = makeByKey.get(wordKey(name));
      return make ? [{ words: wordsOf(words), vehicle: makeMeaning(make) }] : [];
    });
    const ofModels = Object.entries(list.models ?? {}).flatMap(([makeName, names]) => {
      const makeId = makeByKey.get(wordKey(makeName))?.id ?? 0;
      return Object.entries(names).flatMap(([name, words]) => {
        const model = modelByKey.get(modelKey(makeId, name));
        return model ? [{ words: wordsOf(words), vehicle: modelMeaning(model) }] : [];
      });
    });
    return [...ofMakes, ...ofModels];
  });
}

/** Returns the words of all languages that are not names, each with an article if the language has one. */
function filterWords(): { word: string; meaning: Meaning; isLatin: boolean }[] {
  return WORD_LISTS.flatMap(({ filters, flags, fillers, or, not, article, isLatin = false }) => {
    const written = (words: string | undefined) =>
      wordsOf(words).flatMap((word) =>
        article === undefined ? [word] : [word, word.replace(/(^|\s)/g, `$1${article}`)],
      );
    const meaning = (words: string | undefined, meant: (name: string) => Meaning) =>
      written(words).map((word) => ({ word, meaning: meant(word), isLatin }));
    return [
      ...Object.entries(filters ?? {}).flatMap(([filter, values]) =>
        Object.entries(values as Record<string, string>).flatMap(([value, words]) =>
          meaning(words, (name) => filterMeaning(filter as FilterByWord, value, name)),
        ),
      ),
      ...Object.entries(flags ?? {}).flatMap(([flag, words]) =>
        meaning(words, (name) => ({ kind: 'flag', flag: flag as FlagFilter, name })),
      ),
      ...meaning(fillers, (name) => ({ kind: 'filler', name })),
      ...meaning(or, (name) => ({ kind: 'or', name })),
      ...meaning(not, (name) => ({ kind: 'not', name })),
    ];
  });
}

function filterMeaning(filter: FilterByWord, value: string, name: string): Meaning {
  const isNumber = filter === 'seats' || filter === 'doors';
  return { kind: 'filter', filter, values: value.split(' ').map((each) => (isNumber ? Number(each) : each)), name };
}
