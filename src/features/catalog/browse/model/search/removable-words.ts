import { extractAmounts } from './amount-words.ts';
import { markQuery } from './query-text.ts';
import { type Piece, splitQuery } from './split-query.ts';
import type { Vocabulary } from './vocabulary.ts';

/** A part of a search that can be left out, and the search without it. */
export type RemovableWord = { word: string; rest: string };

/** Returns the parts of a search that narrow it: names, words, numbers, phrases and exclusions. */
export function removableWords(query: string, vocabulary: Vocabulary, newestYear: number): RemovableWord[] {
  const marked = markQuery(query);
  const { rest, said } = extractAmounts(marked.text, newestYear);
  const pieces = splitQuery({ ...marked, text: rest }, vocabulary, newestYear);
  const isOr = ({ meanings }: Piece) => meanings.some(({ kind }) => kind === 'or');
  const narrows = ({ meanings }: Piece) => meanings.length === 0 || meanings.some(({ kind }) => kind !== 'filler');
  const parts = [
    ...pieces
      .filter((piece) => isOr(piece) || narrows(piece))
      .map((piece) => ({ text: textOf(piece), isOr: isOr(piece) })),
    ...said.map((text) => ({ text, isOr: false })),
  ];
  return parts.flatMap((part, at) =>
    part.isOr ? [] : [{ word: part.text, rest: joined(parts.filter((_, other) => other !== at)) }],
  );
}

const textOf = ({ text, quoted, excluded }: Piece) => `${excluded ? '-' : ''}${quoted ? `"${text}"` : text}`;

/** Joins parts. An 'or' stays only between two of them. */
function joined(parts: { text: string; isOr: boolean }[]): string {
  const kept = parts.filter(({ isOr }, at) => !isOr || (at > 0 && parts[at + 1] !== undefined && !parts[at + 1]!.isOr));
  return kept.map(({ text }) => text).join(' ');
}
