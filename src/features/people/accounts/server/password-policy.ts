import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import type { MessageKey } from '#lib/i18n/translator.ts';
import { MIN_PASSWORD_LENGTH } from '../model/account-forms.ts';

/** `office` applies to staff, regardless of the setting for users. */
export type PasswordPolicy = 'basic' | 'strict' | 'office';

/** zxcvbn's estimate: the number of guesses, and a score from 0 (weak) to 4. */
type Strength = { guesses: number; score: number };

type Demand = { length: number; short: MessageKey; guesses: number; score: number; weak: MessageKey };

const COMMON = 'account.password.common' satisfies MessageKey;
const SHORT = 'account.password.shortStrict' satisfies MessageKey;
/** Guesses that an attacker with a few networks can make within days (docs/decisions/0030-logins-under-attack.md). */
const FIRST_GUESSES = 500;

const DEMANDS: Record<PasswordPolicy, Demand> = {
  basic: { length: MIN_PASSWORD_LENGTH, short: SHORT, guesses: FIRST_GUESSES, score: 0, weak: COMMON },
  strict: { length: 8, short: SHORT, guesses: FIRST_GUESSES, score: 2, weak: COMMON },
  office: {
    length: 10,
    short: 'account.password.office',
    guesses: FIRST_GUESSES,
    score: 3,
    weak: 'account.password.office',
  },
};

export const minPasswordLength = (policy: PasswordPolicy): number => DEMANDS[policy].length;

/** Returns the message for a new password that passes the form but not the policy, or null if the policy accepts it. */
function findPasswordProblem(
  password: string,
  policy: PasswordPolicy,
  strengthOf: (password: string) => Strength,
): MessageKey | null {
  const demand = DEMANDS[policy];
  if ([...password].length < demand.length) return demand.short;
  const { guesses, score } = strengthOf(password);
  return guesses < demand.guesses || score < demand.score ? demand.weak : null;
}

/** The time of an estimate grows with the square of the length: 30 characters take up to 60 ms. */
const JUDGED_LENGTH = 30;
/** Takes 30 ms and 15 MB, so it is created at the first use. */
let zxcvbn: ZxcvbnFactory | undefined;

/**
 * Estimates how hard a password is to guess, from leaked passwords, keyboard patterns, dates and repetitions. Only the first
 * JUDGED_LENGTH characters count. `known`: what an attacker knows about the person, such as name and email address.
 */
function passwordStrength(password: string, known: readonly string[]): Strength {
  zxcvbn ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  const words = known
    .map((text) => text.split(/[^\p{L}\p{N}]+/u))
    .flatMap((parts) => [...parts, parts.join('')])
    .filter((word) => word.length > 2);
  const { guesses, score } = zxcvbn.check([...password].slice(0, JUDGED_LENGTH).join(''), ['carquay', ...words]);
  return { guesses, score };
}

/** Returns the message for a new password that the policy does not accept. */
export const weaknessOf = (password: string, policy: PasswordPolicy, known: readonly string[]) =>
  findPasswordProblem(password, policy, (typed) => passwordStrength(typed, known));
