import { typoDistance } from '#features/catalog/vehicles/model/typo-distance.ts';
import { lookalike, romanized, spelled } from './romanize.ts';

/** The names of makes and models by how they sound. */
export type SoundIndex = { keys: ReadonlySet<string>; western: Skeletons; eastern: Skeletons };
/** Names by their consonants. */
type Skeletons = ReadonlyMap<string, readonly SoundName[]>;
type SoundName = { key: string; sound: string };

/** Letters with the same sound, in Latin spellings of many languages. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/^wr/g, 'r'],
  [/chr/g, 'kr'],
  [/tsch|tch|ch/g, 'C'],
  [/sch|sh/g, 'S'],
  [/dzh|dj|zh/g, 'J'],
  [/ph/g, 'f'],
  [/ck|cc|q(?!u)/g, 'k'],
  [/qu/g, 'kv'],
  [/x/g, 'ks'],
  [/ts|tz/g, 's'],
  [/c(?=[eiy])/g, 's'],
  [/c/g, 'k'],
  [/g(?=[eiy])/g, 'J'],
  [/j/g, 'J'],
  [/w/g, 'v'],
  [/y/g, 'i'],
  [/(?<!^)h/g, ''],
  [/(\D)\1+/g, '$1'],
];

/** Sounds that scripts and ears confuse. */
const CONFUSED: readonly (readonly [RegExp, string])[] = [
  [/[CSJ]/g, 'j'],
  [/[kg]/g, 'k'],
  [/[zs]/g, 's'],
  [/[bp]/g, 'b'],
  [/[fv]/g, 'f'],
];
const EASTERN: readonly (readonly [RegExp, string])[] = [
  [/r(?![aeiou])/g, ''],
  [/[fvp]/g, 'b'],
  [/l/g, 'r'],
];

const replaced = (text: string, rules: readonly (readonly [RegExp, string])[]) =>
  rules.reduce((result, [pattern, by]) => result.replace(pattern, by), text);

function soundOf(latin: string, isEastern: boolean): string {
  const plain = latin.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const sound = replaced(plain, SPELLINGS);
  return replaced(isEastern ? replaced(sound, EASTERN) : sound, CONFUSED);
}

const skeletonOf = (sound: string) => sound.replace(/[aeiou]/g, '').replace(/(\D)\1+/g, '$1');

const MIN_NAME = 3;

/** Collects names that begin with a Latin letter. */
export function buildSounds(keys: readonly string[]): SoundIndex {
  const collect = (isEastern: boolean): Skeletons => {
    const names = keys
      .filter((key) => key.length >= MIN_NAME && /^[a-z][a-z\d]*$/.test(key.normalize('NFD').replace(/\p{M}/gu, '')))
      .map((key) => ({ key, sound: soundOf(key, isEastern) }));
    return Map.groupBy(names, ({ sound }) => skeletonOf(sound));
  };
  return { keys: new Set(keys), western: collect(false), eastern: collect(true) };
}

const OTHER_SCRIPT =
  /[\p{sc=Cyrillic}\p{sc=Arabic}\p{sc=Devanagari}\p{sc=Greek}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u;
const isOtherScript = (text: string) => OTHER_SCRIPT.test(text);

const MIN_CONSONANTS = 3;
/** Differences in vowels that are allowed if the make is named. */
const MAX_DIFFERENCE = 3;

/** `isSure`: vowels are the same too, or it is a code. */
type Heard = { key: string; isSure: boolean };

/** Returns the name that a text of another script sounds or looks like; null if there is none. `key` is the key of the text. */
export function heard(text: string, key: string, index: SoundIndex): Heard | null {
  if (!isOtherScript(text)) return null;
  const code = codesOf(text, key).find((each) => index.keys.has(each));
  if (code !== undefined) return { key: code, isSure: true };
  const limitOf = (consonants: number) => (consonants >= MIN_CONSONANTS ? 1 : consonants === 2 ? 0 : -1);
  const best = nearest(text, index, limitOf, () => true);
  return best && { key: best.key, isSure: best.distance === 0 && best.sound.length > MIN_NAME };
}

/** Returns the nearest of some names, for a text next to a named make: форд экскурсия. */
export function heardAmong(text: string, index: SoundIndex, isPossible: (key: string) => boolean): string | null {
  if (!isOtherScript(text)) return null;
  const limitOf = (consonants: number) => (consonants >= MIN_CONSONANTS ? MAX_DIFFERENCE : consonants);
  return nearest(text, index, limitOf, isPossible)?.key ?? null;
}

/** Returns codes of models as which a text may be meant: х5 is x5, ф7 is f7, рх is rx. */
function codesOf(text: string, key: string): string[] {
  const isCode = /\d/.test(key) || key.length <= MAX_CODE;
  const latin = isCode ? (romanized(text.replace(/[\s-]+/g, ''))?.latin ?? '') : '';
  return [lookalike(key) ?? '', ...spelled(text), ...(latin.length > 1 ? [latin, latin.replaceAll('h', 'x')] : [])];
}
const MAX_CODE = 3;

type Near = { key: string; sound: string; distance: number };

function nearest(
  text: string,
  { western, eastern }: SoundIndex,
  limitOf: (consonants: number) => number,
  isPossible: (key: string) => boolean,
): Near | null {
  const roman = romanized(text.replace(/[\s-]+/g, ''));
  if (!roman) return null;
  // Egypt says g where others say j.
  const spellings = /\p{sc=Arabic}/u.test(text) ? [roman.latin, roman.latin.replaceAll('j', 'g')] : [roman.latin];
  let best: (Near & { spelling: number }) | null = null;
  for (const latin of spellings) {
    const sound = soundOf(latin, roman.isEastern);
    const skeleton = skeletonOf(sound);
    const limit = limitOf(skeleton.replace(/\d/g, '').length);
    if (limit < 0) continue;
    for (const name of (roman.isEastern ? eastern : western).get(skeleton) ?? []) {
      if (!isPossible(name.key)) continue;
      const distance = differenceOf(sound, name.sound, limit, text);
      if (distance > limit) continue;
      const spelling = typoDistance(latin, name.key, MAX_DIFFERENCE);
      if (best === null || distance < best.distance || (distance === best.distance && spelling < best.spelling))
        best = { key: name.key, sound, distance, spelling };
    }
  }
  return best;
}

/** Counts different vowels. Those that Arabic leaves out don't count if there are enough consonants. */
function differenceOf(sound: string, name: string, limit: number, text: string): number {
  const isShort = /\p{sc=Arabic}/u.test(text) && limit > 0 && isWithin(sound, name);
  return isShort ? 1 : typoDistance(sound, name, limit);
}

/** Whether a text is the other one without some letters. */
function isWithin(text: string, other: string): boolean {
  let at = 0;
  for (const letter of other) if (letter === text[at]) at++;
  return at === text.length && text.length < other.length;
}
