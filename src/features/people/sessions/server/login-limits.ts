import { createHash } from 'node:crypto';
import { emailKey } from '#lib/email-address.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import {
  countAttempt,
  countClient,
  countUse,
  type Limit,
  uncountAttempt,
  uncountClient,
  usesOf,
} from '#lib/server/http/rate-limit.ts';
import type { SessionKind } from '../model/lifetimes.ts';

const HOUR_S = 60 * 60;

/** Failed attempts at one account from one network. */
const PER_ACCOUNT_AND_NETWORK: Limit = { uses: 10, inSeconds: 15 * 60 };
/** Failed attempts at all accounts from one network; many users may share it behind their provider. */
const PER_NETWORK: Limit = { uses: 100, inSeconds: 15 * 60 };
/** Successful logins from one network; stops automated logins. */
const LOGINS_PER_NETWORK: Limit = { uses: 300, inSeconds: 15 * 60 };

/** Failed attempts at one account from anywhere, above which it counts as attacked. */
const ATTACK: Limit = { uses: 20, inSeconds: HOUR_S };
/** Failed attempts at an attacked account from one network: enough for its owner, too few for guessing. */
const PER_NETWORK_UNDER_ATTACK: Limit = { uses: 3, inSeconds: HOUR_S };
/** Failed attempts at all accounts from anywhere, above which logins wait. */
const FLOOD: Limit = { uses: 1_000, inSeconds: 60 };

const FIRST_DELAY_MS = 250;
const MAX_DELAY_MS = 4_000;
const FLOOD_DELAY_MS = 2_000;

/** A login attempt. `what` is the kind of login (`login` or `admin login`). */
export type LoginAttempt = { what: string; email: string; ip: string; knownDevice: Buffer | null };

/** `delayMs`: how long to wait before checking the password. */
type CountedAttempt = { delayMs: number; undo(): Promise<void> };

/**
 * Counts an attempt. Call it before checking the password, so concurrent attempts count, and `undo` it after a successful
 * login. Throws `too_many` if this network or known device has failed too often. Failures from elsewhere never refuse an
 * attempt: they delay it and leave its network fewer tries. Each known device has its own counter.
 */
export async function countLoginAttempt(db: Queryable, attempt: LoginAttempt): Promise<CountedAttempt> {
  const { what, email, ip, knownDevice } = attempt;
  const account = `${what} ${emailHash(email)}`;
  if (knownDevice) {
    const subject = `${account} ${knownDevice.toString('base64url')}`;
    await countAttempt(db, subject, PER_ACCOUNT_AND_NETWORK);
    return { delayMs: 0, undo: () => uncountAttempt(db, subject, PER_ACCOUNT_AND_NETWORK) };
  }
  const isAttacked = (await usesOf(db, account, ATTACK.inSeconds)) >= ATTACK.uses;
  const ofNetwork: [subject: string, limit: Limit][] = [
    [account, PER_ACCOUNT_AND_NETWORK],
    [what, PER_NETWORK],
    ...(isAttacked ? ([[`${account} attacked`, PER_NETWORK_UNDER_ATTACK]] as [string, Limit][]) : []),
  ];
  for (const [subject, limit] of ofNetwork) await countClient(db, subject, ip, limit);
  const atAccount = await countUse(db, account, ATTACK.inSeconds);
  const everywhere = await countUse(db, what, FLOOD.inSeconds);
  return {
    delayMs: loginDelayMs(atAccount.hits, everywhere.hits),
    async undo() {
      for (const [subject, limit] of ofNetwork) await uncountClient(db, subject, ip, limit);
      await uncountAttempt(db, account, ATTACK);
      await uncountAttempt(db, what, FLOOD);
    },
  };
}

/** The delay doubles with every 20 failures at the account. */
function loginDelayMs(failuresAtAccount: number, failuresEverywhere: number): number {
  const rounds = Math.floor((failuresAtAccount - 1) / ATTACK.uses);
  const ofAccount = rounds > 0 ? Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (rounds - 1)) : 0;
  return Math.max(ofAccount, failuresEverywhere > FLOOD.uses ? FLOOD_DELAY_MS : 0);
}

export async function countLogin(db: Queryable, { what, ip, knownDevice }: LoginAttempt): Promise<void> {
  if (!knownDevice) await countClient(db, `${what} right`, ip, LOGINS_PER_NETWORK);
}

/** Wrong passwords or codes of a signed-in account. Stops guessing from a stolen session. */
const CONFIRMATION: Limit = { uses: 10, inSeconds: 60 * 60 };

export async function countPasswordAttempt(db: Queryable, kind: SessionKind, id: number): Promise<void> {
  await countAttempt(db, `own password ${kind} ${id}`, CONFIRMATION);
}

export async function uncountPasswordAttempt(db: Queryable, kind: SessionKind, id: number): Promise<void> {
  await uncountAttempt(db, `own password ${kind} ${id}`, CONFIRMATION);
}

export async function countCodeAttempt(db: Queryable, kind: SessionKind, id: number): Promise<void> {
  await countAttempt(db, `own code ${kind} ${id}`, CONFIRMATION);
}

export async function uncountCodeAttempt(db: Queryable, kind: SessionKind, id: number): Promise<void> {
  await uncountAttempt(db, `own code ${kind} ${id}`, CONFIRMATION);
}

/** Wrong codes after the right password, in browsers that have not logged in before. */
const GUESSED_CODES: Limit = { uses: 30, inSeconds: 24 * HOUR_S };
const wrongCodes = (kind: SessionKind, id: number) => `wrong codes ${kind} ${id}`;

/**
 * Returns true after so many wrong codes in a day that unknown browsers need a recovery code. Only a person with the
 * password can cause this, and browsers that have logged in before are not affected.
 */
export async function areCodesGuessed(db: Queryable, kind: SessionKind, id: number): Promise<boolean> {
  return (await usesOf(db, wrongCodes(kind, id), GUESSED_CODES.inSeconds)) >= GUESSED_CODES.uses;
}

export async function countWrongCode(db: Queryable, kind: SessionKind, id: number): Promise<void> {
  await countUse(db, wrongCodes(kind, id), GUESSED_CODES.inSeconds);
}

/** Key of an email address in rate limit counters, which store no addresses. */
export function emailHash(email: string): string {
  return createHash('sha256').update(emailKey(email)).digest('base64url');
}
