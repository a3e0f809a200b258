/** A row of a file. `row`: its number as a spreadsheet program counts, the first is 1. */
export type SourceRow = {
  row: number;
  cells: string[];
  /** How many cells a text has in the row, with empty ones at its end. */
  width?: number;
  /** The cells that a workbook stores as numbers or days, so that no custom of writing applies. */
  typed?: CellKinds;
};

/** `n` for a number, `d` for a day. */
export type CellKind = 'n' | 'd';
/** The kinds of cells by their column, counted from 0. */
export type CellKinds = { get(place: number): CellKind | undefined };

export const DELIMITERS = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** The separator that a first line such as `sep=;` names. */
export function declaredDelimiter(text: string): Delimiter | null {
  const named = /^\uFEFF?"?sep=(.)"?\s*(?:\r|\n|$)/i.exec(text)?.[1];
  return DELIMITERS.find((each) => each === named) ?? null;
}

const SAMPLE_CHARS = 60_000;

/** The separator that splits most lines into the same number of cells. Null if no line has one. */
export function guessedDelimiter(text: string): Delimiter | null {
  const declared = declaredDelimiter(text);
  if (declared) return declared;
  const lines = text
    .slice(0, SAMPLE_CHARS)
    .replace(/"(?:[^"]|"")*"/g, '')
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '')
    .slice(0, 200);
  const scored = DELIMITERS.map((delimiter) => {
    const counts = lines.map((line) => line.split(delimiter).length - 1).filter((count) => count > 0);
    const [most] = [...Map.groupBy(counts, (count) => count)].sort(
      (a, b) => b[1].length * Math.log2(1 + b[0]) - a[1].length * Math.log2(1 + a[0]),
    );
    // A separator is often missing at the end of some lines, so lines with about as many count half.
    const near = most ? counts.filter((count) => count !== most[0] && count >= most[0] / 2).length / 2 : 0;
    return { delimiter, score: most ? (most[1].length + near) * Math.log2(1 + most[0]) : 0 };
  });
  const best = scored.reduce((one, other) => (other.score > one.score ? other : one));
  return best.score > 0 ? best.delimiter : null;
}
