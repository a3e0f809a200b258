import type { WordId } from '#lib/i18n/messages.ts';
import { SHORTEST_PASSWORD } from './account-forms.ts';

export type PasswordPolicy = 'basic' | 'strict';

const SHORTEST_STRICT = 8;

/** What a policy asks of a new password at least, in characters. */
export function shortestPassword(policy: PasswordPolicy): number {
  return policy === 'strict' ? SHORTEST_STRICT : SHORTEST_PASSWORD;
}

/** Why a policy refuses a new password that the form accepts; null when it does not. `isCommon` knows the lists of leaked ones. */
export function refusedPassword(
  password: string,
  policy: PasswordPolicy,
  isCommon: (password: string) => boolean,
): WordId | null {
  if (policy === 'basic') return null;
  if ([...password].length < SHORTEST_STRICT) return 'account.password.shortStrict';
  return isCommon(password) ? 'account.password.common' : null;
}
