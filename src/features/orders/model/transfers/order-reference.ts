import { CODE_ALPHABET } from '#features/documents/model/document-code.ts';

const LENGTH = 6;
const PREFIX = 'CQ';
/** Odd, so that every single wrong character changes the check character. */
const WEIGHTS = [1, 3, 5, 7, 9];

/** Whether six characters are what `order_reference` in the database gives some order. */
function isChecked(characters: string): boolean {
  const values = [...characters].map((character) => CODE_ALPHABET.indexOf(character));
  const sum = WEIGHTS.reduce((total, weight, index) => total + weight * (values[index] ?? 0), 0);
  return /^[A-Z]/.test(characters) && values.length === LENGTH && values.at(-1) === sum % CODE_ALPHABET.length;
}

/**
 * Finds references in what a payer or a bank wrote: letters that look like digits, spaces and punctuation do not matter. Returns each
 * reference once, as it is printed. A reference may also be found by chance, about once in 32 pieces of text that begin with CQ.
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
