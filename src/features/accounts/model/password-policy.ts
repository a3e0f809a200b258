import type { MessageKey } from '#lib/i18n/translator.ts';
import { MIN_PASSWORD_LENGTH } from './account-forms.ts';

export type PasswordPolicy = 'basic' | 'strict';

const MIN_STRICT_LENGTH = 8;

export function minPasswordLength(policy: PasswordPolicy): number {
  return policy === 'strict' ? MIN_STRICT_LENGTH : MIN_PASSWORD_LENGTH;
}

/**
 * Returns the message for a new password that passes the form but not the policy, or null if the policy accepts it.
 * `isCommon` looks the password up in lists of leaked passwords.
 */
export function findPasswordProblem(
  password: string,
  policy: PasswordPolicy,
  isCommon: (password: string) => boolean,
): MessageKey | null {
  if (policy === 'basic') return null;
  if ([...password].length < MIN_STRICT_LENGTH) return 'account.password.shortStrict';
  return isCommon(password) ? 'account.password.common' : null;
}
