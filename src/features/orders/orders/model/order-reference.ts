import { CODE_ALPHABET } from '#features/site/issued-documents/model/document.ts';

const LENGTH = 6;
const PREFIX = 'CQ';
/** Odd weights make the check character detect every single wrong character. */
const WEIGHTS = [1, 3, 5, 7, 9];

/** Returns whether six characters end with the check character that `order_reference` in the database computes. */
function isChecked(characters: string): boolean {
  const values = [...characters].map((character) => CODE_ALPHABET.indexOf(character));
  const sum = WEIGHTS.reduce((total, weight, index) => total + weight * (values[index] ?? 0), 0);
  return /^[A-Z]/.test(characters) && values.length === LENGTH && values.at(-1) === sum % CODE_ALPHABET.length;
}

const characterValue = (character: string | undefined) =>
  character === undefined ? -1 : CODE_ALPHABET.indexOf(character);

/** Returns the check value that five values need. */
const checkOf = (values: readonly number[]) =>
  WEIGHTS.reduce((total, weight, index) => total + weight * (values[index] ?? 0), 0) % CODE_ALPHABET.length;

/**
 * Returns the references from which a text of five to seven characters differs by one wrong, missing, added or exchanged character, and the reference
 * that it is. The check character leaves about twenty.
 */
export function referencesNear(typed: string): string[] {
  const values = Array.from(typed, characterValue);
  const found = new Set<string>();
  const take = (body: readonly number[]) => {
    if (body.length !== LENGTH || body.includes(-1) || body.at(-1) !== checkOf(body)) return;
    const characters = body.map((value) => CODE_ALPHABET[value]).join('');
    if (/^[A-Z]/.test(characters)) found.add(`${PREFIX}-${characters}`);
  };
  take(values);
  for (let at = 0; at <= values.length; at++) {
    const [before, after] = [values.slice(0, at), values.slice(at)];
    const [first, second, ...rest] = after;
    take([...before, ...after.slice(1)]);
    if (first !== undefined && second !== undefined) take([...before, second, first, ...rest]);
    if (values.length > LENGTH) continue;
    for (let value = 0; value < CODE_ALPHABET.length; value++) {
      take([...before, value, ...after]);
      take([...before, value, ...after.slice(1)]);
    }
  }
  return [...found];
}

/**
 * Finds distinct references in the text of a payer or bank. Ignores spaces and punctuation and reads O, I and L as digits. One in 32 random
 * texts that begin with CQ passes the check by chance.
 */
export function referencesIn(text: string): string[] {
  const folded = text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '');
  const found = new Set<string>();
  for (let at = folded.indexOf(PREFIX); at >= 0; at = folded.indexOf(PREFIX, at + 1)) {
    const piece = folded.slice(at + PREFIX.length, at + PREFIX.length + LENGTH);
    const characters = piece.replace(/O/g, '0').replace(/[IL]/g, '1');
    if (isChecked(characters)) found.add(`${PREFIX}-${characters}`);
  }
  return [...found];
}
