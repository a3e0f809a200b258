import { simplified } from './simplified.ts';
import { nameKey } from './vehicle-name.ts';

/** A word of a name, or a single character of a script without spaces. `start` and `end` are places in the text. */
export type Unit = { key: string; start: number; end: number };

/** A decimal number with its unit, one character of a script without spaces, or a word. */
const UNITS =
  /\d+[.,]\d+[a-z]*|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー\p{sc=Hangul}]|\p{sc=Thai}+|[[\p{L}\p{N}\p{M}]--[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー\p{sc=Hangul}\p{sc=Thai}]]+/giv;

/** Normalizes a name of any script for comparison. A plus counts: Ka+ is not Ka. */
export function vehicleKey(name: string): string {
  return nameKey(simplified(name.normalize('NFKC').replaceAll('+', ' plus '))).replaceAll('ς', 'σ');
}

/** Splits a name into units. */
export function unitsOf(text: string): Unit[] {
  return [...text.matchAll(UNITS)]
    .map((match) => ({ key: unitKey(match[0]), start: match.index, end: match.index + match[0].length }))
    .filter(({ key }) => key !== '');
}

/** A decimal keeps its point, so that 1.8 is not 18. */
const unitKey = (text: string) => (/^\d+[.,]/.test(text) ? text.toLowerCase().replace(',', '.') : vehicleKey(text));

/** The longest name has fewer units. */
const MAX_UNITS = 12;

/** Calls `visit` with the end and the key of each run of units from `from`, longest first, until it returns a value. */
export function longestRun<Found>(
  units: readonly Unit[],
  from: number,
  visit: (key: string, end: number) => Found | null,
): Found | null {
  for (let end = Math.min(units.length, from + MAX_UNITS); end > from; end--) {
    const key = units
      .slice(from, end)
      .map((unit) => unit.key)
      .join('');
    const found = visit(key, end);
    if (found !== null) return found;
  }
  return null;
}
