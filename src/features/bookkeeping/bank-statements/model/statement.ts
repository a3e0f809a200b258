/** An entry that the bank has booked. Money that came in is positive, money that went out negative. */
export type BookedLine = {
  /** YYYY-MM-DD. */
  bookedOn: string;
  valueOn: string | null;
  cents: number;
  bankReference: string | null;
  endToEndId: string | null;
  /** Who paid, or who was paid. */
  counterparty: string | null;
  counterpartyAccount: string | null;
  /** What the payer wrote, and what the bank added. */
  text: string;
  /** Bank charges that the statement names. */
  chargesCents: number;
  /** The bank's code for the kind of entry, such as PMNT/RCDT/XBCT. */
  code: string | null;
  /** Whether the entry reverses an earlier one. */
  isReversal: boolean;
  /** The balance after the entry, in files that state it. It tells equal lines of a day apart. */
  balanceCents: number | null;
};

export type Statement = {
  /** IBAN or account number, without spaces. */
  account: string;
  currency: string;
  /** The number of the statement; without one, the name that the bank gave to it. */
  number: string;
  fromOn: string;
  toOn: string;
  openingCents: number | null;
  closingCents: number | null;
  lines: BookedLine[];
  /** Entries that the bank has not booked yet. They are not imported. */
  pending: number;
};

export const TABLE_FORMATS = ['csv', 'xlsx', 'xls', 'ods'] as const;
export const STATEMENT_FORMATS = ['camt.053', 'mt940', 'ofx', ...TABLE_FORMATS] as const;
export type StatementFormat = (typeof STATEMENT_FORMATS)[number];

/** Why a row of a table is refused. It has to be corrected, or left out by a person. */
export const ROW_PROBLEMS = [
  'date',
  'calendar',
  'amount',
  'twoAmounts',
  'balance',
  'currency',
  'direction',
  'status',
] as const;
export type RowProblem = (typeof ROW_PROBLEMS)[number];

/** Why a row of a table is no line of our account. */
export const LEFT_OUT_REASONS = ['above', 'blank', 'note', 'total', 'joined', 'notBooked', 'otherAccount'] as const;
type LeftOutReason = (typeof LEFT_OUT_REASONS)[number];
export type LeftOutRow = { row: number; reason: LeftOutReason };

/** The longest texts that are kept of a line. */
export const MAX_TEXT = { text: 1_000, name: 200, reference: 100 } as const;

/** Whether opening balance plus lines equals closing balance. True if no balances are stated. */
export function addsUp({ openingCents, closingCents, lines }: Statement): boolean {
  if (openingCents === null || closingCents === null) return true;
  return lines.reduce((sum, { cents }) => sum + cents, openingCents) === closingCents;
}

/** Removes control characters and repeated spaces, and cuts the text. Returns null if nothing is left. */
export function cleanText(text: string, max: number): string | null {
  const clean = text
    .replace(/[\p{Cc}\p{Cf}\uFFFD\uFFFE\uFFFF\s]+/gu, ' ')
    .trim()
    .slice(0, max)
    .trim();
  return clean === '' ? null : clean.toWellFormed();
}

/** Whether a text is a day of the calendar as YYYY-MM-DD. */
export function isDay(text: string | null | undefined): text is string {
  if (!text || !/^(?:19|20)\d{2}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
