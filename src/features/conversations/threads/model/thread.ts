import { paths } from '#paths.ts';

/** Who takes part in a thread. `office`: the operator's staff. */
export const THREAD_SIDES = ['buyer', 'seller', 'office'] as const;
export type ThreadSide = (typeof THREAD_SIDES)[number];
/** A side that is a person outside the office. */
export type Party = Exclude<ThreadSide, 'office'>;

export const REPORT_REASONS = ['payment', 'identity', 'rude', 'spam', 'other'] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

/** Letters of thread numbers: without vowels, so that no words arise, and without those that look like digits. */
const LETTERS = '23456789BCDFGHJKMNPQRSTVWXZ';
const NUMBER_LENGTH = 8;
const NUMBER = new RegExp(`Q[${LETTERS}]{${NUMBER_LENGTH}}`);
const WHOLE_NUMBER = new RegExp(`^${NUMBER.source}$`);

export const isThreadNumber = (text: string) => WHOLE_NUMBER.test(text);

/** @param bytes at least eight random bytes */
export function threadNumber(bytes: Uint8Array): string {
  return `Q${Array.from(bytes.subarray(0, NUMBER_LENGTH), (byte) => LETTERS[byte % LETTERS.length]).join('')}`;
}

const HOUR_MS = 3_600_000;
/** A seller who does not answer is reminded. */
const REMIND_AFTER_MS = 12 * HOUR_MS;
/** Later the office and the buyer are told. */
const TELL_AFTER_MS = 48 * HOUR_MS;

/** Who has to write next, and what happens if a seller does not. */
export type Waiting = {
  waitsFor: ThreadSide | null;
  waitsSince: Date | null;
  nudgeAt: Date | null;
  /** 1: the seller was reminded. 2: the office and the buyer were told. */
  nudges: number;
};

/** Returns who has to write after a message of a side. */
export function afterMessage(waiting: Waiting, by: ThreadSide, hasSeller: boolean, now: Date): Waiting {
  if (by === 'buyer') {
    const waitsFor = hasSeller ? 'seller' : 'office';
    // Further messages of a buyer do not begin the time again.
    if (waiting.waitsFor === waitsFor) return waiting;
    const nudgeAt = hasSeller ? new Date(now.getTime() + REMIND_AFTER_MS) : null;
    return { waitsFor, waitsSince: now, nudgeAt, nudges: 0 };
  }
  // The office may add something while the buyer waits for the seller.
  if (by === 'office' && waiting.waitsFor === 'seller') return waiting;
  return { waitsFor: 'buyer', waitsSince: now, nudgeAt: null, nudges: 0 };
}

/** Returns the seconds that the buyer waited for a message of the seller; null for a message that answers nothing. */
export function secondsUntilAnswer({ waitsFor, waitsSince }: Waiting, by: ThreadSide, now: Date): number | null {
  if (by !== 'seller' || waitsFor !== 'seller' || waitsSince === null) return null;
  return Math.max(0, Math.round((now.getTime() - waitsSince.getTime()) / 1_000));
}

/** Returns what follows when `nudgeAt` has passed: whom to tell, and when to look again. */
export function nextNudge({ waitsSince, nudges }: Waiting): { tell: 'seller' | 'office'; nudgeAt: Date | null } {
  if (nudges > 0 || waitsSince === null) return { tell: 'office', nudgeAt: null };
  return { tell: 'seller', nudgeAt: new Date(waitsSince.getTime() + TELL_AFTER_MS) };
}

/** Returns whether a side may write. The office always may. */
export function mayWrite(side: ThreadSide, blockedBy: ThreadSide | null): boolean {
  return side === 'office' || blockedBy === null;
}

/** Flagged messages of one person in 30 days from which on the office looks at the threads. */
export const FLAGS_FOR_OFFICE = 3;

/** Characters of a message. */
export const MAX_TEXT_LENGTH = 4_000;
/** Files of a message. */
export const MAX_FILES = 10;
export const INBOX_FILTERS = ['all', 'unread', 'waiting'] as const;
export const OFFICE_FILTERS = ['open', 'mine', 'all'] as const;
/** `settle`: the office has looked, and nothing more is needed. */
export const OFFICE_CHANGES = ['take', 'release', 'settle', 'block', 'unblock'] as const;

/** Name of a guest's key in the address of a conversation. */
export const KEY = 'token';

export function threadPath(number: string, token?: string): string {
  return paths.conversation.replace(':number', number) + (token === undefined ? '' : `?${KEY}=${token}`);
}

/** In the address of the form, in place of the id of a car: the question goes to the office. */
export const OFFICE = 'office';

export const askPath = (about: number | typeof OFFICE) => paths.ask.replace(':id', String(about));
