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
