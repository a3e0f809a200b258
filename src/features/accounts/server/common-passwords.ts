import { dictionary } from '@zxcvbn-ts/language-common';

/** Passwords from the lists that attackers try first, gathered from published leaks by zxcvbn-ts. */
export const commonPasswords = {
  has(password: string): boolean {
    return known().has(password.toLowerCase());
  },
};

let set: Set<string> | undefined;

function known(): Set<string> {
  set ??= new Set(dictionary['passwords-common']);
  return set;
}
