import type { WordId } from '#lib/i18n/messages.ts';
import { MIN_PASSWORD_LENGTH } from './account-forms.ts';

export type PasswordPolicy = 'basic' | 'strict';

const MIN_STRICT_LENGTH = 8;

/** What a policy asks of a new password at least, in characters. */
export function shortestPassword(policy: PasswordPolicy): number {
  return policy === 'strict' ? MIN_STRICT_LENGTH : MIN_PASSWORD_LENGTH;
}

/** Why a policy refuses a new password that the form accepts; null when it does not. `isCommon` knows the lists of leaked ones. */
export function refusedPassword(
  password: string,
  policy: PasswordPolicy,
  isCommon: (password: string) => boolean,
): WordId | null {
  if (policy === 'basic') return null;
  if ([...password].length < MIN_STRICT_LENGTH) return 'account.password.shortStrict';
  return isCommon(password) ? 'account.password.common' : null;
}
