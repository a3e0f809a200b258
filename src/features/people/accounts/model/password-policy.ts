import type { MessageKey } from '#lib/i18n/translator.ts';
import { MIN_PASSWORD_LENGTH } from './account-forms.ts';

/** `office`: of people of the back office, whatever the setting for users is. */
export type PasswordPolicy = 'basic' | 'strict' | 'office';

/** How hard a password is to guess, as zxcvbn estimates it: the number of guesses, and a score from 0 to 4. */
export type Strength = { guesses: number; score: number };

type Demand = { length: number; short: MessageKey; guesses: number; score: number; weak: MessageKey };

const COMMON = 'account.password.common' satisfies MessageKey;
const SHORT = 'account.password.shortStrict' satisfies MessageKey;
/** What an attacker with a few networks tries within days (docs/decisions/0030-logins-under-attack.md). */
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
export function findPasswordProblem(
  password: string,
  policy: PasswordPolicy,
  strengthOf: (password: string) => Strength,
): MessageKey | null {
  const demand = DEMANDS[policy];
  if ([...password].length < demand.length) return demand.short;
  const { guesses, score } = strengthOf(password);
  return guesses < demand.guesses || score < demand.score ? demand.weak : null;
}
