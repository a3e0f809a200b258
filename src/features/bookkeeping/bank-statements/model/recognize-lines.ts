import type { BookedLine, Statement } from './statement.ts';

export type StoredLine = Pick<
  BookedLine,
  'bookedOn' | 'cents' | 'bankReference' | 'counterparty' | 'text' | 'balanceCents'
> & {
  id: number;
  statementId: number;
  /** Of the file that brought it. Texts, references and balances of files of one scheme can be compared. */
  scheme: string;
  filename: string;
};

/** A line that may be a stored one. `key` is the same each time the file is read. */
export type AskedLine = { key: string; line: BookedLine; stored: StoredLine };
type Recognized = {
  fresh: BookedLine[];
  asked: AskedLine[];
  /** A line whose reference is stored with another amount. */
  changed: BookedLine | null;
};

type Context = {
  scheme: string;
  /** Whether the file has all lines of a day. */
  isComplete: (day: string) => boolean;
  /** What a person said about the lines that were asked about. */
  same: Record<string, boolean>;
};

/** Placeholders that banks write when there is no reference. */
const NO_REFERENCE = /^(NOTPROVIDED|NONREF|N\/?A|NONE|0+|-+)$/i;
const referenceOf = ({ bankReference }: Pick<BookedLine, 'bankReference'>) =>
  bankReference === null || NO_REFERENCE.test(bankReference) ? null : bankReference.replace(/\s/g, '').toUpperCase();
const placeOf = ({ bookedOn, cents }: Pick<BookedLine, 'bookedOn' | 'cents'>) => `${bookedOn} ${cents}`;

type Test = (line: BookedLine, stored: StoredLine) => boolean;

/**
 * Decides which lines of a statement are stored already. What the bank says about a line decides, the strongest first: its reference, then
 * day, amount and balance, then day, amount and text, then the number of equal lines of a day that the file has whole. Each stored line
 * is found once. What remains with an equal day and amount is asked about.
 */
export function recognize(
  lines: BookedLine[],
  stored: StoredLine[],
  { scheme, isComplete, same }: Context,
): Recognized {
  const free = Map.groupBy(stored, placeOf);
  let left = lines;
  const claim = (test: Test) => {
    left = left.filter((line) => {
      const candidates = free.get(placeOf(line)) ?? [];
      const at = candidates.findIndex((each) => test(line, each));
      if (at === -1) return true;
      free.set(placeOf(line), candidates.toSpliced(at, 1));
      return false;
    });
  };
  const isSameKind = (each: StoredLine) => each.scheme === scheme;
  const differs: Test = (line, each) =>
    isSameKind(each) &&
    ((line.balanceCents !== null && each.balanceCents !== null && line.balanceCents !== each.balanceCents) ||
      (referenceOf(line) !== null && referenceOf(each) !== null && referenceOf(line) !== referenceOf(each)));
  claim((line, each) => referenceOf(line) !== null && referenceOf(line) === referenceOf(each));
  const changed = left.find((line) => hasOtherAmount(line, [...free.values()].flat())) ?? null;
  claim((line, each) => line.balanceCents !== null && line.balanceCents === each.balanceCents && !differs(line, each));
  claim((line, each) => wordsOf(line) === wordsOf(each) && !differs(line, each));
  claim((line, each) => hasSameWords(line, each) && !differs(line, each));
  claim((line, each) => isComplete(line.bookedOn) && !differs(line, each));
  return { ...ask(left, free, differs, same), changed };
}

/** A bank's reference belongs to one amount of a day and direction. */
function hasOtherAmount(line: BookedLine, free: StoredLine[]): boolean {
  const reference = referenceOf(line);
  return (
    reference !== null &&
    free.some(
      (each) =>
        referenceOf(each) === reference &&
        each.bookedOn === line.bookedOn &&
        each.cents !== line.cents &&
        each.cents > 0 === line.cents > 0,
    )
  );
}

function ask(
  lines: BookedLine[],
  free: Map<string, StoredLine[]>,
  differs: Test,
  same: Record<string, boolean>,
): Pick<Recognized, 'fresh' | 'asked'> {
  const counts = new Map<string, number>();
  const found: Pick<Recognized, 'fresh' | 'asked'> = { fresh: [], asked: [] };
  for (const line of lines) {
    const place = placeOf(line);
    const candidates = free.get(place) ?? [];
    const candidate = candidates.find((each) => !differs(line, each));
    if (!candidate) {
      found.fresh.push(line);
      continue;
    }
    free.set(
      place,
      candidates.filter((each) => each !== candidate),
    );
    const n = (counts.get(place) ?? 0) + 1;
    counts.set(place, n);
    const key = `${place} ${candidate.id} ${n}`;
    if (!Object.hasOwn(same, key)) found.asked.push({ key, line, stored: candidate });
    else if (!same[key]) found.fresh.push(line);
  }
  return found;
}

type Worded = Pick<BookedLine, 'counterparty' | 'text'>;
const wordsOf = ({ counterparty, text }: Worded) =>
  `${counterparty ?? ''}${text}`
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
const wordList = ({ counterparty, text }: Worded) =>
  new Set(
    `${counterparty ?? ''} ${text}`
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]{4,}/gu) ?? [],
  );

/** One text continues the other, or both have a long number or two words in common. */
function hasSameWords(line: Worded, stored: Worded): boolean {
  const [one, other] = [wordsOf(line), wordsOf(stored)];
  if (Math.min(one.length, other.length) >= 4 && (one.includes(other) || other.includes(one))) return true;
  const words = wordList(stored);
  const common = [...wordList(line)].filter((word) => words.has(word));
  return common.length >= 2 || common.some((word) => word.length >= 5 && /\d/.test(word));
}

/**
 * Returns whether a file has all lines of a day: the days between its first and last one, and all days of a statement of a whole period, which
 * is not the continuation of one on the same day.
 */
export function completeDays({ fromOn, toOn }: Statement, isWholePeriod: boolean): (day: string) => boolean {
  return (day) => isWholePeriod || (day > fromOn && day < toOn);
}
