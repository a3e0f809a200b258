import { EXCLUDED_MARK } from './amount-patterns.ts';
import { extractAmounts, type Money, NO_RATES } from './amount-words.ts';
import { keysBeginning, nearestKey } from './correct-words.ts';
import { type ResolvedQuery, readingsOf } from './resolve-query.ts';
import { markQuery } from './split-query.ts';
import { type Meaning, type Vocabulary, wordKey } from './vocabulary.ts';

type Completion = { meaning: Meaning; isExact: boolean };

/**
 * What typed text may become.
 *
 * @property before the reading of the words before the last ones
 * @property completions meanings of the last words: exact, beginning with them, or else corrected
 */
type Completions = { before: ResolvedQuery; completions: Completion[] };

/** Names have at most this many words. */
const MAX_LAST_WORDS = 4;
const MAX_COMPLETIONS = 200;
/** A longer text is not completed, because every beginning of it would be read. */
const MAX_TYPED = 80;
/** Fewer Latin letters are completed to English words only, and not to places. */
const MIN_TYPED = 3;
const NO_TEXTS = new Set<string>();

/** Returns null if the words before the last ones are not understood, or the text ends with something else than a name. */
export function completionsOf(
  typed: string,
  vocabulary: Vocabulary,
  newestYear: number,
  money: Money = NO_RATES,
): Completions | null {
  if (typed.length > MAX_TYPED) return null;
  const { text, quotes } = markQuery(typed);
  const { rest, said } = extractAmounts(text, newestYear, money);
  const words = rest.trim().split(/\s+/).filter(Boolean);
  if (quotes.length > 0 || text.includes(EXCLUDED_MARK) || words.length + said.length === 0) return null;
  const read = (kept: string[]) => {
    const [reading] = readingsOf([...kept, ...said].join(' '), vocabulary, newestYear, NO_TEXTS, money);
    return reading && isUnderstood(reading) ? reading : null;
  };
  for (const find of [beginningWith, correctionsOf]) {
    for (let count = Math.min(MAX_LAST_WORDS, words.length); count > 0; count--) {
      const completions = find(wordKey(words.slice(-count).join(' ')), vocabulary);
      const before = completions.length > 0 ? read(words.slice(0, -count)) : null;
      if (before) return { before, completions };
    }
  }
  const before = read(words);
  return before && { before, completions: [] };
}

const isUnderstood = ({ words, phrases, dropped, vehicleRanks, ...others }: ResolvedQuery) =>
  !words &&
  !phrases &&
  !others.excludedVehicles &&
  !others.excludedValues &&
  !others.excludedWords &&
  dropped.length === 0 &&
  vehicleRanks?.length !== 0;

const narrows = ({ kind }: Meaning) => kind !== 'filler' && kind !== 'or' && kind !== 'not';

const meaningsFor = (keys: string[], isExact: boolean, { meanings }: Vocabulary) =>
  keys.flatMap((key) => (meanings.get(key) ?? []).filter(narrows).map((meaning) => ({ meaning, isExact })));

function beginningWith(key: string, vocabulary: Vocabulary): Completion[] {
  if (key === '') return [];
  const filterKeys = key.length < MIN_TYPED ? vocabulary.shortFilterKeys : vocabulary.filterKeys;
  const begun = [...keysBeginning(key, vocabulary.vehicleKeys), ...keysBeginning(key, filterKeys)];
  const longer = begun.filter((each) => each !== key);
  return [...meaningsFor([key], true, vocabulary), ...meaningsFor(longer, false, vocabulary)].slice(0, MAX_COMPLETIONS);
}

function correctionsOf(key: string, vocabulary: Vocabulary): Completion[] {
  const nearest = vocabulary.meanings.has(key) ? null : nearestKey(key, vocabulary);
  return nearest === null ? [] : meaningsFor([nearest], false, vocabulary);
}
